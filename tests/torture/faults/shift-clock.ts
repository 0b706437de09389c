// Preloaded into a server: shifts its clock by CLOCK_SHIFT_MS. The clocks of its database and file system stay right.
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
