import { oneLine } from './normalize-line.ts'

/** Returns the address in one line, `Musterstraße 12, 6850 Dornbirn`; '' without one. */
export function addressLine({
  address,
  zip,
  city,
}: Readonly<{ address: string; zip: string; city: string }>): string {
  return [address, `${zip} ${city}`]
    .map(oneLine)
    .filter((line) => line !== '')
    .join(', ')
}
