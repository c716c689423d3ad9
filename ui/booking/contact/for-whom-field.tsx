import { useFormContext } from 'react-hook-form'
import type { ForWhom } from '../../../src/shared/contact/contact-form.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { FieldGroup } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { type ContactDraft, changeForWhom } from './contact-draft.ts'

const FOR_WHOM_CHOICES = [
  { value: 'me', label: 'Für mich' },
  { value: 'child', label: 'Für mein Kind' },
  { value: 'relative', label: 'Für Angehörige' },
  { value: 'other', label: 'Für jemand anderen' },
] as const

/**
 * Asks who comes to the appointment. Booker and patient each keep what was typed for them, so another answer
 * fills the form with the values of the other one (docs/behaviour.md 5.18).
 */
export function ForWhomField({ forWhom }: { forWhom: ForWhom }) {
  const { register, getValues, setValue, clearErrors } = useFormContext<ContactDraft>()
  const onChange = ({ target }: { target: { value: ForWhom } }) => {
    const changed = changeForWhom({ ...getValues(), forWhom }, target.value, viennaToday())
    for (const [name, value] of Object.entries(changed)) setValue(name as keyof ContactDraft, value)
    clearErrors()
  }
  return (
    <FieldGroup legend={<h2>Wer kommt?</h2>} required>
      <RadioSegment {...register('forWhom', { onChange })} options={FOR_WHOM_CHOICES} />
    </FieldGroup>
  )
}
