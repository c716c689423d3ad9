import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceText, servicesFor, standsForYes } from './service.ts'

it.each([true, 1, 'true', 'yes', '1'])('the value %j of first_visit stands for yes', (value) => {
  expect(standsForYes(value)).toBe(true)
})

// The last value is the list ['1'], because `it.each` takes an outer list apart.
it.each([false, 0, 2, 'false', 'no', '0', '', 'Yes', null, undefined, {}, [['1']]])(
  'the value %j of first_visit does not stand for yes',
  (value) => {
    expect(standsForYes(value)).toBe(false)
  },
)

describe('the services of a visit', () => {
  const aService = (name: string, first_visit: unknown) => ({ name, first_visit })
  const names = (services: readonly { name: string }[]) => services.map(({ name }) => name)

  it('are those of its kind', () => {
    const services = [aService('A', 'yes'), aService('B', false), aService('C', 1), aService('D', undefined)]
    expect(names(servicesFor('first', services))).toEqual(['A', 'C'])
    expect(names(servicesFor('return', services))).toEqual(['B', 'D'])
  })

  it('are sorted by display order, then by name; those without an order come last', () => {
    const services = [
      aService('Zusatz', true),
      { ...aService('Ärztliches Gespräch', true), display_order: null },
      { ...aService('Beratung', true), display_order: 1 },
      { ...aService('Akupunktur', true), display_order: 1 },
      { ...aService('Erstordination', true), display_order: 0 },
    ]
    expect(names(servicesFor('first', services))).toEqual([
      'Erstordination',
      'Akupunktur',
      'Beratung',
      'Ärztliches Gespräch',
      'Zusatz',
    ])
  })

  it('are offered for exactly one kind of visit each, and the given list is not changed', () => {
    const anyService = fc.record({
      name: fc.string(),
      first_visit: fc.boolean(),
      display_order: fc.option(fc.nat(3)),
    })
    fc.assert(
      fc.property(fc.array(anyService), (services) => {
        const givenServices = [...services]
        const offered = [...servicesFor('first', services), ...servicesFor('return', services)]
        expect(offered).toHaveLength(services.length)
        expect(new Set(offered)).toEqual(new Set(services))
        expect(services).toEqual(givenServices)
      }),
    )
  })
})

it('a price has cents only if there are some', () => {
  expect(priceText(180)).toBe('€\u00a0180')
  expect(priceText(99.9)).toBe('€\u00a099,90')
})

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined, '180'])(
  'the price %j, which is not a positive number, reads "Preis auf Anfrage"',
  (price) => {
    expect(priceText(price)).toBe('Preis auf Anfrage')
  },
)
