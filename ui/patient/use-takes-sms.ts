import { mobileCountry } from '../../src/shared/contact/mobile-country.ts'
import { useStatusData } from '../api/status.ts'

/**
 * Returns whether this is a mobile number of a country to which the practice sends SMS.
 * @param country the country of a number that is written without a calling code
 */
export function useTakesSms(mobile: string, country: string): boolean {
  const countries = useStatusData()?.sms_countries
  // Only a mobile number has a country.
  const countryOfNumber = mobileCountry(mobile, country)
  return countryOfNumber !== undefined && countries?.includes(countryOfNumber) === true
}
