import { mobileCountry } from '../../src/shared/contact/phone.ts'
import { useStatusData } from '../api/status.ts'

/** Returns true for a mobile number of a country to which the practice sends SMS. */
export function useTakesSms(mobile: string, country: string): boolean {
  const countries = useStatusData()?.sms_countries
  return countries?.includes(mobileCountry(mobile, country) ?? '') ?? false
}
