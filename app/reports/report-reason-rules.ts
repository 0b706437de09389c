/** Why something is reported, in words. Not in report-rules.ts, so that the team's pages do not load Zod for it. */
export const reportReasons = {
  spam: 'Advertising, or posted again and again',
  wrong: 'Not what it says it is',
  copied: 'Copied without the right to',
  fraud: 'Asks for money without giving anything',
  hurtful: 'Hurts or threatens somebody',
  private: 'Shows somebody’s phone, address or other private things',
  other: 'Something else',
} as const
export type ReportReason = keyof typeof reportReasons
