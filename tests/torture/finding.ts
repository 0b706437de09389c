/**
 * One row of the table: what was tried, and how often; what was found, in figures; whether the requirement held, or
 * could not be tried on this machine.
 */
export type Finding = { part: string; tried: string; found: string; holds: boolean | 'skipped' }

/** The last line of the report. Skipped findings count neither as holding nor as failed. */
export function summaryOf(findings: Finding[]) {
  const failed = findings.filter(({ holds }) => holds === false).length
  const skipped = findings.filter(({ holds }) => holds === 'skipped').length
  const tried = findings.length - skipped
  const result = failed === 0 ? `All ${tried} hold` : `${failed} of ${tried} do not hold`
  return { hasFailed: failed > 0, text: skipped === 0 ? `${result}.` : `${result}, ${skipped} skipped.` }
}
