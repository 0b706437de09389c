// Loaded before a server: its clock is wrong by so much. That of its database and of its disk is not.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS)
const Right = Date

globalThis.Date = class extends Right {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(Right.now() + shiftMs)
    else super(...(given as [number]))
  }

  static override now() {
    return Right.now() + shiftMs
  }
} as DateConstructor
