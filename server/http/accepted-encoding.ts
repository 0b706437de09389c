export type Encoding = 'br' | 'gzip' | 'zstd'

/** The encoding is listed with a weight above zero: `gzip;q=0` refuses gzip. */
const accepts = (encoding: Encoding) =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:,|$|;\\s*q\\s*=\\s*(?!0(?:\\.0*)?\\s*(?:,|$)))`, 'i')

const patterns: Record<Encoding, RegExp> = { br: accepts('br'), gzip: accepts('gzip'), zstd: accepts('zstd') }

const byPreference: readonly Encoding[] = ['zstd', 'br', 'gzip']

/** The first of the `offered` encodings that the Accept-Encoding header accepts, or null. */
export function encodingFor(accepted = '', offered = byPreference): Encoding | null {
  return offered.find((encoding) => patterns[encoding].test(accepted)) ?? null
}
