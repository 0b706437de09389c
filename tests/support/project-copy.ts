import { cpSync, globSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ownProject = path.resolve(import.meta.dirname, '../..')

/** Copies all that the server is built from and runs on to a new folder: tests change the copy, never the project. */
export function copyProject() {
  const copy = mkdtempSync(path.join(tmpdir(), 'puthi-copy-'))
  const parts = ['app', 'server', 'database', 'public', 'docs/legal', ...globSync('*.{json,ts}', { cwd: ownProject })]
  for (const part of parts) cpSync(path.join(ownProject, part), path.join(copy, part), { recursive: true })
  symlinkSync(path.join(ownProject, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

/** Replaces a text that occurs exactly once in a file of the copy; returns a function that restores the file. */
export function replaceOnce(copy: string, file: string, text: string, instead: string) {
  const place = path.join(copy, file)
  const before = readFileSync(place, 'utf8')
  const parts = before.split(text)
  if (parts.length !== 2) throw new Error(`stands ${parts.length - 1} times in ${file}: ${text}`)
  writeFileSync(place, parts.join(instead))
  return () => writeFileSync(place, before)
}
