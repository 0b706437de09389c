import { Link } from 'react-router'

import type { Role } from '#app/access/role-rules.ts'
import { siteMap } from '#app/access/site-map.ts'

import type { Block, Inline } from './legal-text.ts'

interface BlocksProps {
  blocks: Block[]
  /** Who reads them: links to pages that the reader does not have are words. */
  role: Role
}

/* oxlint-disable react/no-array-index-key -- the texts do not change while a page is open */

export function Blocks({ blocks, role }: BlocksProps) {
  return blocks.map((block, n) => <OneBlock key={n} block={block} role={role} />)
}

function OneBlock({ block, role }: { block: Block; role: Role }) {
  switch (block.is) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3'
      return (
        <Heading id={block.id} className={block.level === 2 ? 'mt-8' : 'mt-5'}>
          <Inlines words={block.words} role={role} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p className="mt-3">
          <Inlines words={block.words} role={role} />
        </p>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={`mt-3 grid gap-2 pl-5 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map((item, n) => (
            <li key={n} className="*:first:mt-0">
              <Blocks blocks={item} role={role} />
            </li>
          ))}
        </List>
      )
    }
  }
}

function Inlines({ words, role }: { words: Inline[]; role: Role }) {
  return words.map((inline, n) => <OneInline key={n} inline={inline} role={role} />)
}

function OneInline({ inline, role }: { inline: Inline; role: Role }) {
  if (typeof inline === 'string') return inline
  const words = <Inlines words={inline.words} role={role} />
  switch (inline.is) {
    case 'bold':
      return <strong>{words}</strong>
    case 'italic':
      return <em>{words}</em>
    case 'link':
      if (!inline.to.startsWith('/')) return <a href={inline.to}>{words}</a>
      return mayOpen(role, inline.to) ? <Link to={inline.to}>{words}</Link> : words
  }
}

/** A visitor is asked to log in where a student may go. */
function mayOpen(role: Role, to: string) {
  const page = siteMap.find(({ path }) => path === to.split(/[?#]/)[0])
  return page?.opens.includes(role === 'visitor' ? 'student' : role) ?? true
}
