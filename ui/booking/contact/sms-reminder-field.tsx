import { Checkbox } from '../../components/field.tsx'
import { useTakesSms } from '../../patient/use-takes-sms.ts'
import { useContactFields } from './use-contact-form.ts'

/** Offers reminders by SMS to patients whose phone can receive them. */
export function SmsReminderField() {
  const { draft, set } = useContactFields()
  const takesSms = useTakesSms(draft.mobile, draft.country)
  return (
    takesSms && (
      <Checkbox
        name="reminderBySms"
        checked={draft.reminderBySms}
        onChange={({ target }) => set({ reminderBySms: target.checked })}
      >
        Erinnerung per SMS statt E-Mail
      </Checkbox>
    )
  )
}
