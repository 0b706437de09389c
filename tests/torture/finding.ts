/** One row of the table: what was tried, and how often; what was found, in figures; whether the requirement held. */
export type Finding = { part: string; tried: string; found: string; holds: boolean }
