import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

/** A search field that reloads the page with `?q=`. */
export function FindForm({ label, search }: { label: string; search: string }) {
  return (
    <search>
      <Form className="flex flex-wrap items-end gap-3">
        <Field label={label} name="q" type="search" key={search} defaultValue={search} className="max-w-120 grow" />
        <Button type="submit" variant="ink">
          Find
        </Button>
      </Form>
    </search>
  )
}
