import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from '../field-errors.ts'
import type { Service } from './service.ts'
import { SERVICE_DEFAULTS } from './service-defaults.ts'
import { serviceSchema } from './service-schema.ts'

const save = (input: unknown) => v.parse(serviceSchema, input)
const errors = (input: unknown) => fieldErrorsOf(v.safeParse(serviceSchema, input).issues ?? [])
const named = { id: 'akupunktur', name: 'Akupunktur' }

describe('saving a service', () => {
  it('needs an id and a name; everything else has a default', () => {
    expect(save(named) satisfies Service).toEqual({ ...SERVICE_DEFAULTS, ...named })
    for (const input of [{}, { id: ' ', name: '' }, { id: null, name: 7 }])
      expect(errors(input)).toEqual({ id: 'Bitte eine ID angeben.', name: 'Bitte einen Namen angeben.' })
  })

  it.each([
    ['duration_min', 'Dauer'],
    ['step', 'Step'],
    ['paddingBefore', 'Padding vorher'],
    ['paddingAfter', 'Padding nachher'],
    ['price', 'Preis'],
    ['display_order', 'Reihenfolge'],
  ])('needs a non-negative number as %s', (field, label) => {
    for (const wrong of [-1, '-1', ' ', 'abc', true, [], Number.NaN, Number.POSITIVE_INFINITY, '0x10']) {
      expect(errors({ ...named, [field]: wrong })).toEqual({
        [field]: `${label} muss eine nicht-negative Zahl sein.`,
      })
    }
    expect(save({ ...named, [field]: 0 })).toMatchObject({ [field]: 0 })
    expect(save({ ...named, [field]: '45' })).toMatchObject({ [field]: 45 })
  })

  it.each(['duration_min', 'step', 'paddingBefore', 'paddingAfter', 'display_duration_min'])(
    'wants whole minutes of one day as %s',
    (field) => {
      expect(errors({ ...named, [field]: 1440 })).toEqual({})
      expect(errors({ ...named, [field]: 1441 })[field]).toMatch(/höchstens 1440 Minuten/)
      expect(errors({ ...named, [field]: 7.5 })[field]).toMatch(/ganzen Minuten/)
    },
  )

  it.each([0, -5, '0', 'lang'])('refuses %j as a display duration', (wrong) => {
    expect(errors({ ...named, display_duration_min: wrong })).toEqual({
      display_duration_min: 'Anzeigedauer muss eine positive Zahl sein.',
    })
  })

  it.each([
    ['display_duration_min', '45', 45],
    ['display_duration_min', '', null],
    ['display_duration_min', null, null],
    ['display_order', '', null],
    ['price', '180,50', 180.5],
    ['price', 99.999, 100],
    ['resource_id', '  ', 'doctor-1'],
    ['resource_id', 'room-2', 'room-2'],
    ['first_visit', 'yes', true],
  ])('saves %s %j as %j', (field, typed, stored) => {
    const once = save({ ...named, [field]: typed })
    expect(once).toMatchObject({ [field]: stored })
    expect(save(once)).toEqual(once)
  })

  it('takes a hint of several lines and at most 1000 characters', () => {
    const hint = `Nüchtern kommen.\n${'!'.repeat(983)}`
    expect(save({ ...named, hint })).toMatchObject({ hint })
    expect(errors({ ...named, hint: `${hint}!` })).toEqual({
      hint: 'Bitte höchstens 1000 Zeichen eingeben.',
    })
  })

  it('refuses an id with a slash, and unknown keys', () => {
    expect(errors({ ...named, id: '../admin' }).id).toMatch(/Buchstaben, Ziffern/)
    expect(errors({ ...named, preis: 5 })).toEqual({ preis: 'Unbekannte Angabe.' })
  })
})
