import { describe, expect, it } from 'vitest'
import { MAP_ORIGIN, mapLinks, routeUrl } from './map.ts'

const PRACTICE = {
  name: 'Ordination Müller & Söhne',
  address: 'Erfundene Gasse 7/2 #3',
  zip: '6850',
  city: 'Dornbirn',
  country: 'Österreich',
  phone: '',
  mail: '',
  url: '',
  subtitle: 'Wahlarztordination für Allgemeinmedizin',
  terms: '',
  impressum: '',
}

describe('the map', () => {
  it('encodes every character of the address', () => {
    const { mapsUrl, mapsEmbedUrl } = mapLinks(PRACTICE)
    const place = 'Ordination Müller & Söhne, Erfundene Gasse 7/2 #3, 6850 Dornbirn, Österreich'
    expect(new URL(mapsUrl).origin).toBe(MAP_ORIGIN)
    expect(Object.fromEntries(new URL(mapsUrl).searchParams)).toEqual({ api: '1', query: place })
    expect(new URL(mapsEmbedUrl).origin).toBe(MAP_ORIGIN)
    expect(Object.fromEntries(new URL(mapsEmbedUrl).searchParams)).toEqual({
      q: place,
      output: 'embed',
      hl: 'de',
    })
    expect(Object.fromEntries(new URL(routeUrl(PRACTICE)).searchParams)).toEqual({
      api: '1',
      destination: place,
    })
  })

  it('leaves out empty parts, and is empty without street or city', () => {
    const sparse = { ...PRACTICE, name: '', zip: '', country: '' }
    expect(new URL(mapLinks(sparse).mapsUrl).searchParams.get('query')).toBe(
      'Erfundene Gasse 7/2 #3, Dornbirn',
    )
    for (const missing of [{ address: '' }, { city: '' }]) {
      const practice = { ...PRACTICE, ...missing }
      expect({ ...mapLinks(practice), route: routeUrl(practice) }).toEqual({
        mapsUrl: '',
        mapsEmbedUrl: '',
        route: '',
      })
    }
  })
})
