// Apart from the other rules: the search shows them, and checks no form.
export const streams = [
  ...['Arts', 'Science', 'Commerce', 'Humanities', 'Engineering', 'Medical', 'Law', 'Business Studies'],
  ...['Information Technology', 'Social Sciences', 'Fine Arts', 'Architecture', 'Design', 'Management Studies'],
  ...['Environmental Studies', 'Other'],
]
