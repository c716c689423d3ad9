import { mobileCountry } from '../../src/shared/contact/phone.ts'
import { useStatus } from '../api/status.ts'

/** Returns true for a mobile number of a country to which the practice sends SMS. */
export function useTakesSms(mobile: string, country: string): boolean {
  const countries = useStatus().data?.sms_countries
  return countries?.includes(mobileCountry(mobile, country) ?? '') ?? false
}
