import { useFormContext } from 'react-hook-form'
import type { ForWhom } from '../../../src/shared/contact.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { FieldGroup } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { type ContactEntry, changeForWhom } from './contact-entry.ts'

const ANSWERS = [
  { value: 'me', label: 'Für mich' },
  { value: 'child', label: 'Für mein Kind' },
  { value: 'relative', label: 'Für Angehörige' },
  { value: 'other', label: 'Für jemand anderen' },
] as const

/** "Für wen ist der Termin?" Another answer shows what was typed for the other person. */
export function ForWhomField({ forWhom }: { forWhom: ForWhom }) {
  const { register, getValues, setValue, clearErrors } = useFormContext<ContactEntry>()
  const onChange = ({ target }: { target: { value: ForWhom } }) => {
    const changed = changeForWhom({ ...getValues(), forWhom }, target.value, viennaToday())
    for (const [name, value] of Object.entries(changed)) setValue(name as keyof ContactEntry, value)
    clearErrors()
  }
  return (
    <FieldGroup legend="Für wen ist der Termin?" required>
      <RadioSegment {...register('forWhom', { onChange })} options={ANSWERS} />
    </FieldGroup>
  )
}
