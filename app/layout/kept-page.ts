import { formatDay, formatTime } from '#app/format/dates.ts'

/** Says on a page that it was kept from before the database was away. React leaves what it does not know in the body. */
export function markKept(html: Buffer, asOf: Date, now: Date) {
  const said = `This page is as of ${formatDay(asOf, now)}, ${formatTime(asOf)}. We are back in a moment.`
  const mark = `<p role="status" class="bg-leaf px-4 py-2 text-center text-sm">${said}</p>`
  const start = html.indexOf('>', html.indexOf('<body')) + 1
  return Buffer.concat([html.subarray(0, start), Buffer.from(mark), html.subarray(start)])
}
