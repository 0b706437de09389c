/** Words that a post must all have, or one thing that a filter asks for, such as `=kind note`. */
export type Alternative = readonly string[]

export interface Synonyms {
  /** What each phrase, its words joined by spaces, may stand for; the phrase itself is among it. */
  meanings: ReadonlyMap<string, readonly Alternative[]>
  /** The choices of the filter by class, with the phrases that mean each. */
  classes: readonly { name: string; phrases: readonly string[] }[]
  /** Words that a post need not have. */
  ignored: ReadonlySet<string>
  /** Words of the longest phrase. */
  longest: number
}

/** Splits a text into words as the search index does (`search_words` in the database). */
export type SplitWords = (texts: string[]) => Promise<string[][]>

/** Parses synonyms.txt, which explains its lines. */
export async function parseSynonyms(file: string, splitWords: SplitWords): Promise<Synonyms> {
  const lines = file
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map(parseLine)
  const wordsOf = await splitAll(
    lines.flatMap(({ from, to }) => [...from, ...to]),
    splitWords,
  )

  const meanings = new Map<string, Alternative[]>()
  const classes: { name: string; phrases: string[] }[] = []
  const ignored = new Set<string>()
  for (const { isClass, isIgnored, from, to } of lines) {
    const phrases = from.map(wordsOf)
    if (isIgnored) for (const phrase of phrases) ignored.add(phrase.join(' '))
    if (isClass)
      classes.push({ name: from[0]!, phrases: [...phrases, ...to.map(wordsOf)].map((words) => words.join(' ')) })
    if (isIgnored) continue
    // The index has the class of each post, whatever the post calls it.
    const alternatives = isClass ? [[`=class ${from[0]}`]] : to.length > 0 ? to.map(wordsOf) : phrases
    for (const phrase of phrases) {
      const key = phrase.join(' ')
      meanings.set(key, withoutDoubles([...(meanings.get(key) ?? []), phrase, ...alternatives]))
    }
  }
  // `12 > class 12`: all that class 12 stands for.
  for (const { from, to } of lines.filter((line) => line.to.length > 0)) {
    for (const phrase of from) {
      const key = wordsOf(phrase).join(' ')
      const further = to.flatMap((one) => meanings.get(wordsOf(one).join(' ')) ?? [])
      meanings.set(key, withoutDoubles([...(meanings.get(key) ?? []), ...further]))
    }
  }
  const longest = Math.max(1, ...Array.from(meanings.keys(), (key) => key.split(' ').length))
  return { meanings, classes, ignored, longest }
}

interface Line {
  isClass: boolean
  isIgnored: boolean
  /** These mean the same; or each of them stands for all of `to`, where there are any. */
  from: string[]
  to: string[]
}

function parseLine(line: string): Line {
  const [, label, text = ''] = /^(?:(class|ignored):)?(.*)$/.exec(line)!
  const [from = [], to = []] = text.split('>').map((list) =>
    list
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
  return { isClass: label === 'class', isIgnored: label === 'ignored', from, to }
}

/** What a filter asks for stays as it is. */
async function splitAll(texts: string[], splitWords: SplitWords) {
  const split = await splitWords(texts)
  const words = new Map(texts.map((text, n) => [text, text.startsWith('=') ? [text] : split[n]!]))
  return (text: string) => words.get(text)!
}

const withoutDoubles = (alternatives: Alternative[]) => [
  ...new Map(alternatives.map((one) => [one.join(' '), one])).values(),
]
