import type { Practice } from '../shared/settings.ts'

/** The only foreign host that a page may frame, and only after the patient has asked for the map. */
export const MAP_ORIGIN = 'https://www.google.com'

/** Where the practice is on a map: a link, and a page to embed. Empty without an address. */
export function mapLinks({ name, address, zip, city, country }: Practice): {
  mapsUrl: string
  mapsEmbedUrl: string
} {
  if (!address || !city) return { mapsUrl: '', mapsEmbedUrl: '' }
  const place = encodeURIComponent(
    [name, address, `${zip} ${city}`.trim(), country].filter(Boolean).join(', '),
  )
  return {
    mapsUrl: `${MAP_ORIGIN}/maps/search/?api=1&query=${place}`,
    mapsEmbedUrl: `${MAP_ORIGIN}/maps?q=${place}&output=embed&hl=de`,
  }
}
