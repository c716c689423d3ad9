import type { ReactNode } from 'react'
import { Field } from '../../components/field.tsx'

/** The label and the help of the field that finds everything, around its control. */
export function FinderField({ children }: { children: ReactNode }) {
  return (
    <Field label="Was suchen Sie?" help="Person, Termin, Seite, Einstellung oder Aktion.">
      {children}
    </Field>
  )
}
