import type { Practice } from '../../practice/settings.ts'
import { oneLine } from './one-line.ts'

/** Where the patient has to go: `Musterstraße 12, 6850 Dornbirn`; '' when nobody has said it. */
export function placeOf({ address, zip, city }: Practice): string {
  return [address, `${zip} ${city}`]
    .map(oneLine)
    .filter((line) => line !== '')
    .join(', ')
}
