import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import { FieldError, FieldHint, fieldLabel } from './field-message.tsx'
import { Icon } from './icon.tsx'

type FileFieldProps = {
  label: string
  name: string
  /** `picture`: a portrait tile; `file`: a row. */
  kind: 'picture' | 'file'
  accept?: string | undefined
  required?: boolean | undefined
  /** Text of the empty field. */
  choose?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  /** Id of an element elsewhere that shows the error. */
  errorId?: string | undefined
  /** From 0 to 1 during the upload. */
  progress?: number | undefined
  /** The stored file, which a new one replaces. */
  currentName?: string | undefined
  currentUrl?: string | undefined
  /** Verb on the tile of a stored picture, and before the label for screen readers, such as Replace. */
  replace?: string | undefined
  /** Name of the button that takes back the choice of a file. */
  undo?: string | undefined
  /** Buttons below a tile. */
  below?: ReactNode
  onFile?: ((file: File | null) => void) | undefined
  className?: string | undefined
}

/**
 * The native input lies invisibly over the tile, so that choosing, dropping and submitting files work without script.
 * Script adds the preview, the size and Remove.
 */
export function FileField({
  label,
  name,
  kind,
  accept,
  required,
  choose = kind === 'picture' ? 'Add' : 'Choose file',
  hint,
  error,
  errorId,
  progress,
  currentName,
  currentUrl,
  replace,
  undo = `Remove ${label}`,
  below,
  onFile,
  className = '',
}: FileFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)

  function take(chosen: File | null) {
    setFile(chosen)
    onFile?.(chosen)
  }

  function remove() {
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
    take(null)
  }

  // A file may have been chosen before hydration.
  const takeEarlyChoice = useEffectEvent(() => {
    const early = input.current?.files?.[0]
    if (early) take(early)
  })
  const clearWith = useEffectEvent((event: Event) => {
    if (event.target === input.current?.form && !event.defaultPrevented) take(null)
  })
  useEffect(() => {
    takeEarlyChoice()
    const listeners = new AbortController()
    document.addEventListener('reset', (event) => clearWith(event), { signal: listeners.signal })
    return () => listeners.abort()
  }, [])

  const kept = Boolean(currentName || currentUrl)
  const fileName = file?.name ?? currentName
  const failed = Boolean(error)
  const describedBy = [error && (errorId ?? `${id}-error`), fileName && `${id}-file`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ')

  const control = (
    <input
      ref={input}
      type="file"
      id={id}
      name={name}
      accept={accept}
      required={required && !kept}
      aria-invalid={failed || undefined}
      aria-describedby={describedBy || undefined}
      onChange={(event) => take(event.currentTarget.files?.[0] ?? null)}
      className="absolute inset-0 size-full opacity-0"
    />
  )
  const nameLine = fileName && (
    <p id={`${id}-file`} className={`flex min-w-0 text-ink-soft ${kind === 'picture' ? 'mt-1 text-xs' : 'text-sm'}`}>
      <span className="truncate">{fileName}</span>
      {file && <span className="flex-none whitespace-pre"> · {sizeInWords(file.size)}</span>}
    </p>
  )
  const removal = file && progress === undefined && (
    <button type="button" onClick={remove} className={removeLooks[kind]}>
      {kind === 'picture' ? (
        <span className="grid size-7 place-items-center rounded-full bg-[#151a22] text-[#fff]">
          <Icon name="close" className="size-3.5" />
        </span>
      ) : (
        <Icon name="close" />
      )}
      <span className="sr-only">{undo}</span>
    </button>
  )
  const bar = progress !== undefined && (
    <progress value={progress} max={1} aria-label={`Progress of ${label}`} className={`bar ${barLooks[kind]}`} />
  )

  return (
    <div className={`min-w-0 ${className}`}>
      <div className="min-w-0">
        <label htmlFor={id} className={fieldLabel}>
          {replace && <span className="sr-only">{replace} </span>}
          {label}
        </label>
        {kind === 'picture' ? (
          <div
            className={`relative grid aspect-3/4 place-content-center justify-items-center gap-1 overflow-hidden rounded-md text-xs ${focusRing} ${tileLook(failed, file !== null || currentUrl !== undefined)}`}
          >
            {file && !failed ? (
              <ChosenPicture file={file} />
            ) : currentUrl && !failed ? (
              <>
                <img src={currentUrl} alt="" className={picture} />
                {replace && (
                  <span
                    aria-hidden="true"
                    className="absolute inset-x-0 bottom-0 bg-[#151a22] py-1 text-center text-[#fff]"
                  >
                    {replace}
                  </span>
                )}
              </>
            ) : (
              <>
                <Icon name="camera" className="size-6.5" />
                <span aria-hidden="true">{failed && file ? 'Try again' : (replace ?? choose)}</span>
              </>
            )}
            {control}
            {removal}
            {bar}
          </div>
        ) : (
          <>
            <div className="flex items-center gap-3">
              <div className={`relative flex min-w-0 flex-1 items-center gap-3 rounded-md ${focusRing}`}>
                <span
                  aria-hidden="true"
                  className={`flex min-h-11 flex-none items-center gap-2 rounded-md px-4.5 text-sm font-medium ${failed ? 'border-2 border-accent-ink bg-accent-tint text-accent-ink' : 'border border-edge'}`}
                >
                  {failed && file ? 'Try again' : choose}
                </span>
                {nameLine}
                {control}
              </div>
              {removal}
            </div>
            {bar}
          </>
        )}
        {kind === 'picture' && nameLine}
        {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
        {below}
      </div>
      {error && !errorId && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

const focusRing =
  'has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-ink'
const picture = 'absolute inset-0 size-full object-cover'
const removeLooks = {
  picture: 'absolute top-0 right-0 grid size-11 place-items-center',
  file: 'grid size-11 flex-none place-items-center',
}
const barLooks = { picture: 'absolute inset-x-0 bottom-0 h-1.5 w-full', file: 'mt-2 block h-1.5 w-full' }

function tileLook(failed: boolean, filled: boolean) {
  if (failed) return 'border-2 border-accent-ink bg-accent-tint text-accent-ink'
  if (filled) return 'bg-leaf'
  return 'border border-dashed border-edge bg-leaf text-ink-soft'
}

function ChosenPicture({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file)
      image.src = url
      image.hidden = false
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  // A file that is no picture leaves the tile empty; the upload reports it.
  return <img ref={show} alt="" onError={({ currentTarget }) => (currentTarget.hidden = true)} className={picture} />
}

function sizeInWords(bytes: number) {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

type FileFieldRowProps = {
  /** `aria-label` of the group. */
  label: string
  kind: FileFieldProps['kind']
  hint?: string | undefined
  fields: Omit<FileFieldProps, 'kind'>[]
  className?: string | undefined
}

const rowLooks = {
  picture: 'grid-cols-[repeat(auto-fit,minmax(max(4.5rem,(100%-1.6rem)/3),1fr))] gap-x-3 [&>div]:contents md:max-w-120',
  file: 'gap-x-5 gap-y-3 md:grid-cols-2',
}

/** File fields side by side. Errors are shown below all of them, each text once. */
export function FileFieldRow({ label, kind, hint, fields, className = '' }: FileFieldRowProps) {
  const id = useId()
  const errors = [...new Set(fields.map(({ error }) => error))].filter((error) => error !== undefined)
  const errorIdOf = (error: string | undefined) => (error ? `${id}-error-${errors.indexOf(error)}` : undefined)
  return (
    <fieldset
      aria-label={label}
      aria-describedby={hint ? `${id}-hint` : undefined}
      className={`grid ${rowLooks[kind]} ${className}`}
    >
      {fields.map((field) => (
        <FileField key={field.name} {...field} kind={kind} errorId={errorIdOf(field.error)} />
      ))}
      {errors.map((error) => (
        <FieldError key={error} id={errorIdOf(error)!} className="col-span-full">
          {error}
        </FieldError>
      ))}
      {hint && (
        <FieldHint id={`${id}-hint`} className="col-span-full">
          {hint}
        </FieldHint>
      )}
    </fieldset>
  )
}
