import type { ReactNode } from 'react'
import { Field } from '../../components/field.tsx'

/** Wraps the control of the finder in a field with its label and help. */
export function FinderField({ children }: { children: ReactNode }) {
  return (
    <Field label="Was suchen Sie?" help="Person, Termin, Seite, Einstellung oder Aktion.">
      {children}
    </Field>
  )
}
