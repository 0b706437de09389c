/** What compressed answers are encoded with. */
export type Encoding = 'br' | 'gzip' | 'zstd'

/** The encoding is named and its weight is not zero: `gzip;q=0` means "anything but gzip". */
const accepts = (encoding: Encoding) =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:,|$|;\\s*q\\s*=\\s*(?!0(?:\\.0*)?\\s*(?:,|$)))`, 'i')

const patterns: Record<Encoding, RegExp> = { br: accepts('br'), gzip: accepts('gzip'), zstd: accepts('zstd') }

const byPreference: readonly Encoding[] = ['zstd', 'br', 'gzip']

/** The first of the `offered` encodings, best first, that an Accept-Encoding header accepts; null is none. */
export function encodingFor(accepted = '', offered = byPreference): Encoding | null {
  return offered.find((encoding) => patterns[encoding].test(accepted)) ?? null
}
