import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceText, servicesFor, standsForYes } from './service.ts'

it.each([true, 1, 'true', 'yes', '1'])('the value %j of first_visit stands for yes', (value) => {
  expect(standsForYes(value)).toBe(true)
})

it.each([false, 0, 2, 'false', 'no', '0', '', 'Yes', null, undefined, {}, [['1']]])(
  'the value %j of first_visit does not stand for yes',
  (value) => {
    expect(standsForYes(value)).toBe(false)
  },
)

describe('the services of a visit', () => {
  const service = (name: string, first_visit: unknown, display_order?: number | null) =>
    ({ name, first_visit, ...(display_order === undefined ? {} : { display_order }) }) as const
  const names = (services: readonly { name: string }[]) => services.map(({ name }) => name)

  it('are those of its kind', () => {
    const services = [service('A', 'yes'), service('B', false), service('C', 1), service('D', undefined)]
    expect(names(servicesFor('first', services))).toEqual(['A', 'C'])
    expect(names(servicesFor('return', services))).toEqual(['B', 'D'])
  })

  it('are sorted by display order, then by name; those without an order come last', () => {
    const services = [
      service('Zusatz', true),
      service('Ärztliches Gespräch', true, null),
      service('Beratung', true, 1),
      service('Akupunktur', true, 1),
      service('Erstordination', true, 0),
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
        const unchanged = [...services]
        expect(servicesFor('first', services).length + servicesFor('return', services).length).toBe(
          services.length,
        )
        expect(services).toEqual(unchanged)
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
