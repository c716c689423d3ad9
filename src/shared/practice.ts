import { oneLine } from './tidy.ts'

/** The kind of practice. The practice data have no field for it. */
export const PRACTICE_SUBTITLE = 'Wahlarztordination für Allgemeinmedizin'

/** Returns the address in one line, `Musterstraße 12, 6850 Dornbirn`; '' without one. */
export function placeOf({
  address,
  zip,
  city,
}: Readonly<{ address: string; zip: string; city: string }>): string {
  return [address, `${zip} ${city}`]
    .map(oneLine)
    .filter((line) => line !== '')
    .join(', ')
}
