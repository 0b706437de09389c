import { readFile } from 'node:fs/promises'

/** A line of a table of pairs: "yes | one | other" or "no | one | other". */
export interface Pair {
  line: string
  belong: boolean
  one: string
  other: string
}

export async function readPairs(file: string) {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => /^(?:yes|no) /.test(line))
  return lines.map((line): Pair => {
    const [verdict, one = '', other = ''] = line.split('|').map((part) => part.trim())
    return { line, belong: verdict === 'yes', one, other }
  })
}

/** How often what was taken for a pair is one, and how many of the pairs were taken. */
export function measurePairs(pairs: (Pair & { taken: boolean })[]) {
  const right = pairs.filter(({ belong, taken }) => belong && taken).length
  const precision = right / pairs.filter(({ taken }) => taken).length
  const recall = right / pairs.filter(({ belong }) => belong).length
  const wrong = pairs.filter(({ belong, taken }) => belong !== taken).map(({ line }) => line)
  console.log(
    `${pairs.length} pairs: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}. Wrong:\n${wrong.join('\n')}`,
  )
  return { precision, recall }
}
