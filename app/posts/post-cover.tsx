import { Picture } from '#app/files/picture.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { CoverWords } from './cover-words.ts'
import type { PostKind } from './post-rules.ts'

interface PostCoverProps {
  kind: PostKind
  cover: CoverWords
  /** The widths at which it is shown, for the browser to choose a file by. */
  sizes: string
  /** Whether it is among the first that a person sees: then it is loaded at once. */
  isFirst?: boolean
}

const frame = 'aspect-[3/4] w-full shadow-book'

/** The seller's picture; without one a note is an exercise page, a course is leaves on a string. */
export function PostCover({ kind, cover, sizes, isFirst = false }: PostCoverProps) {
  const { name, ...picture } = cover
  if (picture.src !== null) {
    return <Picture {...picture} alt="" sizes={sizes} loading={isFirst ? 'eager' : 'lazy'} className="book-cover" />
  }
  if (kind === 'note') return <Drawn name={name} word="PDF" look="ruled-page" inset="pl-[18%]" />
  if (kind === 'course') return <Drawn name={name} word="COURSE" look="leaves" inset="pl-[10%]" />
  return (
    <span className="grid aspect-[3/4] place-items-center bg-leaf text-ink-soft inset-ring inset-ring-rule">
      <Icon name="book" className="size-8" />
    </span>
  )
}

function Drawn({ name, word, look, inset }: { name: string; word: string; look: string; inset: string }) {
  return (
    <span
      aria-hidden="true"
      className={`@container flex flex-col justify-between overflow-hidden pt-[14%] pr-[8%] pb-[11%] ${frame} ${look} ${inset}`}
    >
      <span className="line-clamp-3 font-display text-[max(9px,10cqi)] leading-tight font-semibold">{name}</span>
      <span className="self-start whitespace-nowrap @max-[40px]:hidden bg-[#151a22] px-1.25 py-0.75 text-[max(9px,9cqi)] leading-none font-bold tracking-[0.04em] text-[#fff]">
        {word}
      </span>
    </span>
  )
}
