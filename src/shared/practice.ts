import { oneLine } from './line.ts'

/** What kind of practice it is; the practice data have no field for it. Source: specification, title and section 1. */
export const PRACTICE_SUBTITLE = 'Wahlarztordination für Allgemeinmedizin'

/** Where the patient has to go: `Musterstraße 12, 6850 Dornbirn`; '' while the practice has entered no address. */
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
