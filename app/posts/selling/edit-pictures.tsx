import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { pictureAccept } from '#app/files/file-rules.ts'
import { pictureUrl } from '#app/files/pictures/picture-url.ts'
import type { FileForm } from '#app/files/use-file-form.tsx'
import { orderOfPictures, pictureNames } from '#app/posts/kinds/edited-pictures.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckBox } from '#app/ui/check-box.tsx'
import { Select } from '#app/ui/field.tsx'
import { FileFieldRow } from '#app/ui/file-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'

import type { EditablePost } from './own-post-queries.server.ts'

type PictureName = (typeof pictureNames)[number]

interface EditPicturesProps {
  form: FileForm
  post: EditablePost
}

/**
 * The pictures of a book or a novel, in the order of its page. Each of the three fields stays with the picture that it
 * showed first, also where buttons move it to another place.
 */
export function EditPictures({ form, post }: EditPicturesProps) {
  const hasScript = useHasScript()
  const box = useRef<HTMLDivElement>(null)
  const [order, setOrder] = useState<readonly PictureName[]>(pictureNames)
  const [removed, setRemoved] = useState<readonly PictureName[]>([])
  const [chosen, setChosen] = useState<readonly PictureName[]>([])
  const [announcement, setAnnouncement] = useState('')

  // People may have used the fields for pages without script (PlainChoices) before the script arrived.
  useLayoutEffect(() => {
    const typed = Object.fromEntries(new FormData(box.current!.closest('form')!)) as Record<string, string>
    setOrder(orderOfPictures(typed))
    setRemoved(pictureNames.filter((name) => typed[`${name}Removed`]))
  }, [])

  const isKept = (name: PictureName) => post[name] !== null && !removed.includes(name)
  const isFilled = (name: PictureName) => isKept(name) || chosen.includes(name)
  const filled = order.filter(isFilled)
  const shown = [...filled, ...order.filter((name) => !isFilled(name))]

  function move(name: PictureName, by: 1 | -1) {
    const from = filled.indexOf(name)
    const other = filled[from + by]
    if (other === undefined) return
    const swapped = filled.with(from, other).with(from + by, name)
    setOrder([...swapped, ...order.filter((one) => !isFilled(one))])
    setAnnouncement(`Picture ${from + 1} is now Picture ${from + 1 + by}`)
  }

  function remove(name: PictureName) {
    flushSync(() => {
      setRemoved([...removed, name])
      setAnnouncement(`Picture ${filled.indexOf(name) + 1} is removed`)
    })
    box.current?.querySelector<HTMLInputElement>(`input[type=file][name=${name}]`)?.focus()
  }

  const fields = shown.map((name, at) => {
    const label = `Picture ${at + 1}`
    const key = post[name]
    const hasFile = key !== null && post.storedPictures.includes(key)
    return {
      label,
      accept: pictureAccept,
      ...form.file(name),
      currentUrl: isKept(name) && hasFile ? pictureUrl(key, 320) : undefined,
      replace: isKept(name) ? 'Replace' : undefined,
      undo: isKept(name) ? `Keep the current ${label}` : undefined,
      onFile: (file: File | null) =>
        setChosen((before) => [...before.filter((one) => one !== name), ...(file ? [name] : [])]),
      below: hasScript && isFilled(name) && (
        <div className="mt-1 flex flex-wrap justify-center gap-x-1">
          <MoveButton
            label={`Move ${label} left`}
            icon="chevron-left"
            isLast={at === 0}
            onClick={() => move(name, -1)}
          />
          <MoveButton
            label={`Move ${label} right`}
            icon="chevron-right"
            isLast={at === filled.length - 1}
            onClick={() => move(name, 1)}
          />
          {!chosen.includes(name) && (
            <Button variant="bad" className="px-2" onClick={() => remove(name)}>
              Remove<span className="sr-only"> {label}</span>
            </Button>
          )}
        </div>
      ),
    }
  })

  return (
    <div ref={box} className="md:col-span-2">
      <input type="hidden" name="shownPictures" value={pictureNames.flatMap((name) => post[name] ?? []).join(' ')} />
      <FileFieldRow
        label="Pictures"
        kind="picture"
        hint="Two or three. The first one is shown in lists."
        fields={fields}
      />
      {hasScript ? (
        <>
          <output className="sr-only">{announcement}</output>
          {shown.map((name, at) => (
            <input key={name} type="hidden" name={`${name}Place`} value={at + 1} />
          ))}
          {removed.map((name) => (
            <input key={name} type="hidden" name={`${name}Removed`} value="on" />
          ))}
        </>
      ) : (
        <PlainChoices form={form} post={post} />
      )}
    </div>
  )
}

interface MoveButtonProps {
  label: string
  icon: 'chevron-left' | 'chevron-right'
  /** Whether there is no place on this side. It keeps the focus, so that the other button is one Tab away. */
  isLast: boolean
  onClick: () => void
}

function MoveButton({ label, icon, isLast, onClick }: MoveButtonProps) {
  return (
    <Button square aria-disabled={isLast || undefined} onClick={onClick}>
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </Button>
  )
}

/** For pages without script: which pictures go, and the place of each. */
function PlainChoices({ form, post }: EditPicturesProps) {
  return (
    <div className="mt-3 grid gap-3 md:grid-cols-3">
      {pictureNames.map((name, n) => (
        <div key={name}>
          <Select
            label={`Place of Picture ${n + 1}`}
            {...form.field(`${name}Place`, String(n + 1))}
            options={['1', '2', '3']}
          />
          {post[name] !== null && (
            <CheckBox
              label={`Remove Picture ${n + 1}`}
              name={`${name}Removed`}
              value="on"
              defaultChecked={form.field(`${name}Removed`).defaultValue === 'on'}
            />
          )}
        </div>
      ))}
    </div>
  )
}

/** The cover image of a course, which may have none. */
export function EditCover({ form, post: { coverImage, storedPictures } }: EditPicturesProps) {
  const hasFile = coverImage !== null && storedPictures.includes(coverImage)
  return (
    <div className="md:col-span-2">
      <FileFieldRow
        label="Cover"
        kind="picture"
        fields={[
          {
            label: 'Cover Image',
            accept: pictureAccept,
            ...form.file('coverImage'),
            currentUrl: hasFile ? pictureUrl(coverImage, 320) : undefined,
            replace: coverImage === null ? undefined : 'Replace',
            undo: coverImage === null ? undefined : 'Keep the current Cover Image',
          },
        ]}
      />
      {coverImage !== null && (
        <CheckBox
          label="Remove the cover image"
          name="coverImageRemoved"
          value="on"
          defaultChecked={form.field('coverImageRemoved').defaultValue === 'on'}
        />
      )}
    </div>
  )
}
