import { pdfOf } from '#app/files/pdfs/assemble-pdf.ts'

interface Topic {
  title: string
  /** The intended reader, in one line. */
  reader: string
  description: string
}

interface Section {
  heading: string
  lines: string[]
  /** Labels of the boxes in its drawing. */
  boxes?: string[]
}

/** A PDF of notes on the topic, on ruled paper. */
export const drawNotes = (topic: Topic, perPage: number) => draw(topic, 'Notes', noteSections(topic), perPage)

/** A PDF of questions on the topic. */
export const drawQuestions = (topic: Topic, perPage: number) =>
  draw(topic, 'Questions', questionSections(topic), perPage)

function noteSections({ title, description }: Topic): Section[] {
  return [
    {
      heading: 'What this is about',
      lines: [description, `These sheets go through "${title}" in the order in which it is taught.`],
    },
    {
      heading: 'Words to know first',
      lines: [
        'Write each new word with its meaning on the left page, and one sentence that uses it on the right.',
        'A definition has two parts: the kind of thing it is, and what sets it apart from the others of its kind.',
        'If you cannot give an example, you do not know the word yet.',
      ],
    },
    {
      heading: 'How the parts belong together',
      lines: ['Follow the arrows. Close the sheet and draw it again from memory.'],
      boxes: ['Definition', 'Reason', 'Example', 'Question'],
    },
    {
      heading: 'Step by step',
      lines: [
        '1. Read the question twice and underline what is given.',
        '2. Write down what is asked, with its unit or its date.',
        '3. Choose the rule, formula or chapter that joins the two.',
        '4. Work in short lines, one step in each.',
        '5. Compare the answer with the question: is it possible?',
      ],
    },
    {
      heading: 'A worked example',
      lines: [
        `A question on ${title}, as it may stand in a paper:`,
        '"Explain the idea with one example, and say where it does not hold."   (5 marks)',
        'Begin with the definition in one sentence. Give the example next. End with the limit.',
        'Three short paragraphs are enough. A drawing saves half a page.',
      ],
    },
    {
      heading: 'Mistakes that cost marks',
      lines: [
        'Units left out. Names of people and places misspelt.',
        'An answer to another question than the one that was asked.',
        'Long introductions: the examiner looks for points, not for pages.',
      ],
    },
    {
      heading: 'What to repeat on the last day',
      lines: [
        'The words of sheet 1, the drawing, and the example.',
        'Then sleep. What is not known by ten in the evening is not learnt by midnight.',
      ],
      boxes: ['Words', 'Drawing', 'Example', 'Sleep'],
    },
  ]
}

function questionSections({ title, reader }: Topic): Section[] {
  return [
    {
      heading: 'How to use these questions',
      lines: [
        `They cover ${title}, for ${reader}.`,
        'Answer on paper, without looking. Mark yourself. Come back after three days.',
      ],
    },
    {
      heading: 'One mark each',
      lines: [
        '1. Give the definition in one sentence.',
        '2. Name two examples from daily life.',
        '3. Which term does not belong to the others, and why?',
        '4. True or false: the rule holds in every case.',
        '5. Fill in the missing word.',
      ],
    },
    {
      heading: 'Three marks each',
      lines: [
        '6. Explain the difference between the two terms in a table of three rows.',
        '7. Draw the figure and label four parts.',
        '8. Solve it, and say which step could be left out.',
      ],
    },
    {
      heading: 'Plan for a long answer',
      lines: ['A long answer has the same four parts, whatever the subject.'],
      boxes: ['Opening', 'Points', 'Example', 'Ending'],
    },
    {
      heading: 'Eight marks each',
      lines: [
        '9. Discuss the main idea with two examples and one objection.',
        '10. Compare the older view with the newer one. Which do you find stronger?',
      ],
    },
    {
      heading: 'Answers in brief',
      lines: [
        '1. See the first sheet of the notes.   4. False: think of the limit in the example.',
        '6. Kind, cause, example.   8. The second step only changes the form.',
        '9. Two points for each example, two for the objection, two for the ending.',
      ],
    },
  ]
}

const left = 92
const top = 734
const lineHeight = 30

function draw({ title, reader }: Topic, part: string, sections: Section[], perPage: number) {
  const pages = Math.ceil(sections.length / perPage)
  return pdfOf(
    Array.from({ length: pages }, (_, page) => {
      const head = [
        ...paper(),
        text('F2', 16, left, 790, title),
        text('F1', 10, left, 772, `${part} for ${reader}`),
        text('F1', 10, 520, 790, `${page + 1} / ${pages}`),
      ]
      let y = top
      const body = sections.slice(page * perPage, (page + 1) * perPage).flatMap((section) => {
        const drawn = drawSection(section, y)
        y = drawn.end - 2 * lineHeight
        return drawn.content
      })
      return [...head, ...body].join('\n')
    }),
  )
}

/** Ruled lines and a red margin. */
function paper() {
  const rules: string[] = []
  for (let y = top - 7; y > lineHeight; y -= lineHeight) rules.push(`0 ${y} m 595 ${y} l`)
  return ['0.76 0.82 0.88 RG 0.6 w', ...rules, 'S', '0.82 0.32 0.35 RG 1 w 78 0 m 78 842 l S']
}

function drawSection({ heading, lines, boxes }: Section, from: number) {
  let y = from
  const content = ['0.56 0.1 0.13 rg', text('F2', 18, left, y, heading), '0.08 0.1 0.13 rg']
  for (const line of lines.flatMap(wrap)) {
    y -= lineHeight
    content.push(text('F1', 15, left, y, line))
  }
  if (boxes) {
    y -= 3 * lineHeight
    content.push(...drawBoxes(boxes, y))
  }
  return { content, end: y }
}

function drawBoxes(labels: string[], y: number) {
  return labels.flatMap((label, n) => {
    const x = left + n * 120
    const arrow = n === 0 ? [] : [`${x - 26} ${y + 24} m ${x - 4} ${y + 24} l S`, text('F1', 12, x - 9, y + 20, '>')]
    const frame = `0.96 0.95 0.91 rg 0.14 0.21 0.29 RG 1.2 w ${x} ${y} 92 48 re B 0.08 0.1 0.13 rg`
    return [frame, text('F2', 12, x + 12, y + 20, label), ...arrow]
  })
}

function text(font: 'F1' | 'F2', size: number, x: number, y: number, words: string) {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${words.replace(/[\\()]/g, '\\$&')}) Tj ET`
}

/** Wraps to the characters that fit between the margins. */
const wrap = (line: string) => line.match(/.{1,62}(?:\s|$)/g) ?? []
