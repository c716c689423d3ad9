import type { Practice } from '../shared/settings.ts'

/** The only foreign host that a page may frame. */
export const MAP_ORIGIN = 'https://www.google.com'

/** A link to the map, and a page to embed; '' without street and city. */
export function mapLinks(practice: Practice): { mapsUrl: string; mapsEmbedUrl: string } {
  const place = placeOf(practice)
  if (place === '') return { mapsUrl: '', mapsEmbedUrl: '' }
  return {
    mapsUrl: `${MAP_ORIGIN}/maps/search/?api=1&query=${place}`,
    mapsEmbedUrl: `${MAP_ORIGIN}/maps?q=${place}&output=embed&hl=de`,
  }
}

/** Opens the way to the practice in the map app of a phone; '' without street and city. */
export function routeUrl(practice: Practice): string {
  const place = placeOf(practice)
  return place && `${MAP_ORIGIN}/maps/dir/?api=1&destination=${place}`
}

/** Name and address for a URL; '' without street and city. */
function placeOf({ name, address, zip, city, country }: Practice): string {
  if (!address || !city) return ''
  return encodeURIComponent([name, address, `${zip} ${city}`.trim(), country].filter(Boolean).join(', '))
}
