import { Picture } from '#app/files/pictures/picture.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { ListedPost } from './post-queries.server.ts'

interface PostCoverProps {
  post: Pick<ListedPost, 'kind' | 'name' | 'picture'>
  /** The maximum width on the page, in pixels. */
  maxWidth: number
  /** The `sizes` attribute, by which the browser chooses a file. */
  sizes: string
  /** Whether it is on the first screen: then it is loaded eagerly. */
  isFirst?: boolean
}

const frame = 'aspect-[3/4] w-full shadow-book'

/** The seller's picture; without one notes and courses get a drawn cover, and others an icon. */
export function PostCover({ post: { kind, name, picture }, maxWidth, sizes, isFirst = false }: PostCoverProps) {
  if (picture) {
    const loading = isFirst ? 'eager' : 'lazy'
    return <Picture file={picture} maxWidth={maxWidth} alt="" sizes={sizes} loading={loading} className="book-cover" />
  }
  if (kind === 'note') return <DrawnCover name={name} word="PDF" look="ruled-page" inset="pl-[18%]" />
  if (kind === 'course') return <DrawnCover name={name} word="COURSE" look="leaves" inset="pl-[10%]" />
  return (
    <span className="grid aspect-[3/4] place-items-center bg-leaf text-ink-soft inset-ring inset-ring-rule">
      <Icon name="book" className="size-8" />
    </span>
  )
}

function DrawnCover({ name, word, look, inset }: { name: string; word: string; look: string; inset: string }) {
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
