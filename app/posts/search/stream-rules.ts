// Not in post-rules.ts: the search needs them without Zod.
export const streams = [
  'Arts',
  'Science',
  'Commerce',
  'Humanities',
  'Engineering',
  'Medical',
  'Law',
  'Business Studies',
  'Information Technology',
  'Social Sciences',
  'Fine Arts',
  'Architecture',
  'Design',
  'Management Studies',
  'Environmental Studies',
  'Other',
]
