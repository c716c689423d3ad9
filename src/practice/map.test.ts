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

  it('leaves out empty parts', () => {
    const sparse = { ...PRACTICE, name: '', zip: '', country: '' }
    expect(new URL(mapLinks(sparse).mapsUrl).searchParams.get('query')).toBe(
      'Erfundene Gasse 7/2 #3, Dornbirn',
    )
  })

  it.each([
    { missing: 'street', practice: { ...PRACTICE, address: '' } },
    { missing: 'city', practice: { ...PRACTICE, city: '' } },
  ])('has no links without a $missing', ({ practice }) => {
    expect(mapLinks(practice)).toEqual({ mapsUrl: '', mapsEmbedUrl: '' })
    expect(routeUrl(practice)).toBe('')
  })
})
