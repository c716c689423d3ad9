import { describe, expect, it } from 'vitest'
import {
  countryChoices,
  countryCode,
  countryName,
  hasPostcodes,
  isCountry,
  readCountries,
} from './countries.ts'

describe('the list of countries', () => {
  const { popular, others } = countryChoices()

  it('has 250 countries, each once', () => {
    const codes = [...popular, ...others].map(({ code }) => code)
    expect(codes).toHaveLength(250)
    expect(new Set(codes).size).toBe(250)
    expect(codes.every(isCountry)).toBe(true)
  })

  it('starts with Austria, Switzerland, Germany and Liechtenstein, which are not repeated below', () => {
    expect(popular.map(({ name }) => name)).toEqual(['Österreich', 'Schweiz', 'Deutschland', 'Liechtenstein'])
    for (const { code } of popular) expect(others.some((other) => other.code === code)).toBe(false)
  })

  it('continues in German alphabetical order, umlauts beside their vowels', () => {
    const names = others.map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['Afghanistan', 'Ägypten', 'Ålandinseln'])
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'de')))
    expect(names.at(-1)).toBe('Zypern')
  })

  it('names every country in German', () => {
    for (const { code, name } of [...popular, ...others]) expect(name, code).not.toBe(code)
    expect(countryName('GB')).toBe('Vereinigtes Königreich')
    expect(countryName('XK')).toBe('Kosovo')
  })

  it.each(['', 'at', 'XX', 'EU', 'AUT', 'Österreich', 'DD'])('does not contain "%s"', (code) => {
    expect(isCountry(code)).toBe(false)
    expect(countryName(code)).toBe(code)
  })
})

it.each([
  ['AT', 'AT'],
  [' ch ', 'CH'],
  ['Österreich', 'AT'],
  ['kosovo', 'XK'],
  ['Zypern', 'CY'],
  ['Mittelerde', undefined],
  ['', undefined],
])('%j is the country %s', (typed, code) => {
  expect(countryCode(typed)).toBe(code)
})

it('a list of countries is read into capital codes, each once, even unknown ones', () => {
  expect(readCountries(' at;de, CH at\nxx,')).toEqual(['AT', 'DE', 'CH', 'XX'])
  expect(readCountries('')).toEqual([])
})

it.each(['AT', 'LI'])('%s has postcodes', (country) => {
  expect(hasPostcodes(country)).toBe(true)
})

it.each(['AE', 'ZW'])('%s has no postcodes', (country) => {
  expect(hasPostcodes(country)).toBe(false)
})
