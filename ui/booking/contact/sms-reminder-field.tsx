import { Checkbox } from '../../components/checkbox.tsx'
import { useTakesSms } from '../../patient/use-takes-sms.ts'
import { useContactFields } from './use-contact-form.ts'

/**
 * Offers a reminder by SMS, if the practice can send SMS to the entered phone number; otherwise shows
 * nothing.
 */
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
