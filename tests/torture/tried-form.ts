import type * as z from 'zod/mini'

import type { FileFolder } from '#app/files/file-rules.ts'
import type { Tables } from '#app/platform/db.server.ts'

import type { Person } from './ground.ts'
import { integer, type Random } from './random.ts'

/** What a field holds, by docs/decisions/. Determines what must be read back from the database for a typed value. */
export type FieldKind =
  | 'text'
  | 'choice'
  /** Null if nothing is chosen. */
  | 'optional choice'
  /** If nothing is chosen, the column stays as it was. */
  | 'kept choice'
  | 'isbn'
  | 'price'
  | 'number'
  /** From here on: stored in another form, or not at all. */
  | 'password'
  | 'sealed'
  | 'file'
  /** What happens to the pictures that are there. */
  | 'arrangement'
  /** In the table `stock`. */
  | 'copies'
  | 'idempotency key'
  | 'shown price'
  | 'not kept'

export type Row = Record<string, unknown>

export interface Details {
  table: 'students' | 'stores'
  columns: string[]
}

export interface TriedForm {
  name: string
  /** The form's schema; null if the page checks the fields without one. */
  rules: z.ZodMiniType | null
  fields: Record<string, FieldKind>
  /** Valid values for all fields; those that must be unique come from `fresh`. */
  good: (person: Person, fresh: Fresh) => Record<string, string>
  /** Fields that contain the key of a pending file, and its folder. */
  files?: Record<string, FileFolder>
  who: Person['kind'] | 'visitor'
  /** The URL to which a person sends it. */
  place: (person: Person, other: Person) => string
  /** The table that stores it; null if nothing is stored. */
  table: keyof Tables | null
  /** The table of the columns that only students or only stores have; its rows have the account's id. */
  details?: Details
  /** The id of the person's row that the form changes; missing if it inserts one. */
  changes?: (person: Person) => string
  /** Columns that the server must set, such as the owner, whatever the form contains. */
  owned: (person: Person, other: Person) => Row
  /** The other columns of a row, for rows that are inserted without the server. */
  rest: (person: Person, other: Person) => Row
}

/** Values that are unique to a case. */
export interface Fresh {
  phone: string
  email: string
  /** Sixteen bytes, as hexadecimal digits. */
  bytes: string
}

export function freshOf(random: Random): Fresh {
  const bytes = Array.from({ length: 32 }, () => integer(random, 0, 15).toString(16)).join('')
  const phone = `8${String(integer(random, 0, 999_999_999)).padStart(9, '0')}`
  return { phone, email: `someone${phone}@puthi.example`, bytes }
}

export const uuidOf = ({ bytes }: Fresh) => bytes.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')

export const text = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, 'text'])) as Record<Name, 'text'>
export const choice = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, 'choice'])) as Record<Name, 'choice'>

export const district = { district: 'optional choice' } as const

export const noOwner = () => ({})

export const keyField = { key: 'idempotency key' } as const
