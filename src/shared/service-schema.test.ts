import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import type { Service } from './service.ts'
import { serviceSchema } from './service-schema.ts'

const save = (input: unknown) => v.parse(serviceSchema, input)
const errors = (input: unknown) => fieldErrorsOf(v.safeParse(serviceSchema, input).issues ?? [])
const named = { id: 'akupunktur', name: 'Akupunktur' }

describe('saving a service', () => {
  it('needs an id and a name; everything else has a default', () => {
    expect(save(named) satisfies Service).toEqual({
      id: 'akupunktur',
      name: 'Akupunktur',
      description: '',
      duration_min: 30,
      step: 15,
      paddingBefore: 0,
      paddingAfter: 0,
      resource_id: 'doctor-1',
      price: 0,
      active: true,
      display_duration_min: null,
      first_visit: false,
      display_order: null,
    })
  })

  it.each([{}, { id: ' ', name: '' }, { id: null, name: 7 }])('says what is missing in %j', (input) => {
    expect(errors(input)).toEqual({ id: 'Bitte eine ID angeben.', name: 'Bitte einen Namen angeben.' })
  })

  it.each([
    ['duration_min', 'Dauer'],
    ['step', 'Step'],
    ['paddingBefore', 'Padding vorher'],
    ['paddingAfter', 'Padding nachher'],
    ['price', 'Preis'],
  ])('needs a non-negative number as %s', (field, label) => {
    for (const wrong of [-1, '-1', ' ', 'abc', null, true, Number.NaN, Number.POSITIVE_INFINITY, '0x10']) {
      expect(errors({ ...named, [field]: wrong })).toEqual({
        [field]: `${label} muss eine nicht-negative Zahl sein.`,
      })
    }
    expect(errors({ ...named, [field]: 0 })).toEqual({})
    expect(errors({ ...named, [field]: '45' })).toEqual({})
  })

  it.each(['duration_min', 'step', 'paddingBefore', 'paddingAfter', 'display_duration_min'])(
    'wants whole minutes of one day as %s',
    (field) => {
      expect(errors({ ...named, [field]: 1440 })).toEqual({})
      expect(errors({ ...named, [field]: 1441 })[field]).toMatch(/höchstens 1440 Minuten/)
      expect(errors({ ...named, [field]: 7.5 })[field]).toMatch(/ganzen Minuten/)
    },
  )

  it('needs a positive display duration, if it is set', () => {
    for (const wrong of [0, -5, '0', 'lang']) {
      expect(errors({ ...named, display_duration_min: wrong })).toEqual({
        display_duration_min: 'Anzeigedauer muss eine positive Zahl sein.',
      })
    }
    expect(save({ ...named, display_duration_min: '45' }).display_duration_min).toBe(45)
    expect(save({ ...named, display_duration_min: '' }).display_duration_min).toBeNull()
    expect(save({ ...named, display_duration_min: null }).display_duration_min).toBeNull()
  })

  it('needs a non-negative display order, if it is set', () => {
    for (const wrong of [-1, 'zuerst']) {
      expect(errors({ ...named, display_order: wrong })).toEqual({
        display_order: 'Reihenfolge muss eine nicht-negative Zahl sein.',
      })
    }
    expect(save({ ...named, display_order: 0 }).display_order).toBe(0)
    expect(save({ ...named, display_order: '' }).display_order).toBeNull()
  })

  it('reads prices with a comma and keeps whole cents', () => {
    expect(save({ ...named, price: '180,50' }).price).toBe(180.5)
    expect(save({ ...named, price: 99.999 }).price).toBe(100)
  })

  it('replaces an empty resource by the default', () => {
    expect(save({ ...named, resource_id: '  ' }).resource_id).toBe('doctor-1')
    expect(save({ ...named, resource_id: 'room-2' }).resource_id).toBe('room-2')
  })

  it('refuses an id with a slash, and unknown keys', () => {
    expect(errors({ ...named, id: '../admin' }).id).toMatch(/Buchstaben, Ziffern/)
    expect(errors({ ...named, preis: 5 })).toEqual({ preis: 'Unbekannte Angabe.' })
  })

  it('accepts its own output', () => {
    const once = save({ ...named, price: 180, first_visit: 'yes', display_order: 2 })
    expect(save(once)).toEqual(once)
  })
})
