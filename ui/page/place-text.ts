import type { Practice } from '../api/public.ts'

/**
 * Returns the practice's address in one line, with the postcode beside its town; '' where it has entered
 * none.
 */
export function placeText({ address, zip, city }: Pick<Practice, 'address' | 'zip' | 'city'>): string {
  return [address, `${zip}\u00a0${city}`.trim()].filter(Boolean).join(', ')
}
