import type { ForWhom } from '../../../src/shared/contact/contact-form.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { FieldGroup } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { changeForWhom } from './contact-draft.ts'
import { useContactFields } from './use-contact-form.ts'

const FOR_WHOM_CHOICES = [
  { value: 'me', label: 'Für mich' },
  { value: 'child', label: 'Für mein Kind' },
  { value: 'relative', label: 'Für Angehörige' },
  { value: 'other', label: 'Für jemand anderen' },
] as const

/**
 * Asks who comes to the appointment. Another answer fills the form with the values of the other person:
 * booker and patient each keep the values typed for them (docs/behaviour.md 5.18).
 */
export function ForWhomField() {
  const { draft, reset } = useContactFields()
  return (
    <FieldGroup legend={<h2>Wer kommt?</h2>} required radios>
      <RadioSegment
        name="forWhom"
        chosen={draft.forWhom}
        onChoose={(forWhom: ForWhom) => reset(changeForWhom(draft, forWhom, viennaToday()))}
        options={FOR_WHOM_CHOICES}
      />
    </FieldGroup>
  )
}
