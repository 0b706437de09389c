/** Of the light theme (theme.css) and of the drawn covers (posts.css). */
export const colours = {
  paper: '#ffffff',
  leaf: '#f5f4f1',
  rule: '#dedbd4',
  ink: '#151a22',
  inkSoft: '#4a525e',
  accent: '#b3141d',
  ruledLine: '#c3d2e0',
  ruledMargin: '#d2525a',
  manuscript: '#f3ead6',
  manuscriptLeaf: '#dcc08a',
  manuscriptString: '#8f1a21',
}
