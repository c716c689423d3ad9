import type { ReactNode } from 'react'
import { Field } from '../../components/field.tsx'

/** The label of the field for everything, around its control. */
export function FinderField({ children }: { children: ReactNode }) {
  return (
    <Field label="Was suchen Sie?" help="Person, Termin, Seite, Einstellung oder Aktion.">
      {children}
    </Field>
  )
}
