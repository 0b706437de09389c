import { Link } from 'react-router'

import type { Block, Inline } from './legal-text.ts'

interface BlocksProps {
  blocks: Block[]
  /** Pages that the reader cannot open: links to them are words. */
  closedPaths: string[]
}

/* oxlint-disable react/no-array-index-key -- the texts do not change while a page is open */

export function Blocks({ blocks, closedPaths }: BlocksProps) {
  return blocks.map((block, n) => <OneBlock key={n} block={block} closedPaths={closedPaths} />)
}

function OneBlock({ block, closedPaths }: { block: Block; closedPaths: string[] }) {
  switch (block.is) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3'
      return (
        <Heading id={block.id} className={block.level === 2 ? 'mt-8' : 'mt-5'}>
          <Inlines words={block.words} closedPaths={closedPaths} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p className="mt-3">
          <Inlines words={block.words} closedPaths={closedPaths} />
        </p>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={`mt-3 grid gap-2 pl-5 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map((item, n) => (
            <li key={n} className="*:first:mt-0">
              <Blocks blocks={item} closedPaths={closedPaths} />
            </li>
          ))}
        </List>
      )
    }
  }
}

function Inlines({ words, closedPaths }: { words: Inline[]; closedPaths: string[] }) {
  return words.map((inline, n) => <OneInline key={n} inline={inline} closedPaths={closedPaths} />)
}

function OneInline({ inline, closedPaths }: { inline: Inline; closedPaths: string[] }) {
  if (typeof inline === 'string') return inline
  const words = <Inlines words={inline.words} closedPaths={closedPaths} />
  switch (inline.is) {
    case 'bold':
      return <strong>{words}</strong>
    case 'italic':
      return <em>{words}</em>
    case 'link':
      if (!inline.to.startsWith('/')) return <a href={inline.to}>{words}</a>
      return closedPaths.includes(inline.to.split(/[?#]/)[0]!) ? words : <Link to={inline.to}>{words}</Link>
  }
}
