import type { Practice } from '../shared/settings.ts'

/** The only foreign host that a page may frame. */
export const MAP_ORIGIN = 'https://www.google.com'

/** A link to the map, and a page to embed; '' without street and city. */
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
