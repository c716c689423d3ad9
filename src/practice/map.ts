import type { Practice } from '../shared/settings/settings.ts'

/** Origin of the map, which is the only foreign host that a page may frame. */
export const MAP_ORIGIN = 'https://www.google.com'

/** Returns a link to the map and a page to embed; both are '' without street and city. */
export function mapLinks(practice: Practice): { mapsUrl: string; mapsEmbedUrl: string } {
  const query = mapQuery(practice)
  if (query === '') return { mapsUrl: '', mapsEmbedUrl: '' }
  return {
    mapsUrl: `${MAP_ORIGIN}/maps/search/?api=1&query=${query}`,
    mapsEmbedUrl: `${MAP_ORIGIN}/maps?q=${query}&output=embed&hl=de`,
  }
}

/** Returns a URL that opens the way to the practice in the map app of a phone; '' without street and city. */
export function routeUrl(practice: Practice): string {
  const query = mapQuery(practice)
  return query === '' ? '' : `${MAP_ORIGIN}/maps/dir/?api=1&destination=${query}`
}

/**
 * Returns name and address, encoded for a URL; '' without street and city, because a map would find nothing.
 */
function mapQuery({ name, address, zip, city, country }: Practice): string {
  if (!address || !city) return ''
  const parts = [name, address, `${zip} ${city}`.trim(), country]
  return encodeURIComponent(parts.filter((part) => part !== '').join(', '))
}
