import { useFormContext, useWatch } from 'react-hook-form'
import { mobileCountry } from '../../src/shared/contact/phone.ts'
import { useStatus } from '../api/status.ts'
import { Checkbox } from '../components/field.tsx'

type FormWithPhone = { mobile: string; country: string; reminderBySms: boolean }

/** Offers reminders by SMS to patients whose phone can receive them. */
export function SmsReminderField() {
  const { register } = useFormContext<FormWithPhone>()
  const [mobile, country] = useWatch<FormWithPhone, ['mobile', 'country']>({ name: ['mobile', 'country'] })
  return (
    useTakesSms(mobile, country) && (
      <Checkbox {...register('reminderBySms')}>Erinnerung per SMS statt E-Mail</Checkbox>
    )
  )
}

/** Returns true for a mobile number of a country to which the practice sends SMS. */
export function useTakesSms(mobile: string, country: string): boolean {
  const countries = useStatus().data?.sms_countries
  return countries?.includes(mobileCountry(mobile, country) ?? '') ?? false
}
