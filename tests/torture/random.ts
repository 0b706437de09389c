export type Random = () => number

/** Numbers in [0, 1), the same ones for the same seed: mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <T>(random: Random, from: readonly T[]) => from[Math.floor(random() * from.length)]!

/** Both ends included. */
export const integer = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1))

/** The seed of a series of cases: `randomOf(it + number)` generates one case, whatever runs concurrently. */
export function seedOf(seed: number, ...what: string[]) {
  let mixed = 0x811c9dc5
  for (const letter of [seed, ...what].join('\0')) mixed = Math.imul(mixed ^ letter.codePointAt(0)!, 0x01000193)
  return mixed >>> 0
}
