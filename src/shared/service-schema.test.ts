import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import type { Service } from './service.ts'
import { serviceSchema } from './service-schema.ts'

const save = (input: unknown) => v.parse(serviceSchema, input)
const faults = (input: unknown) => fieldErrorsOf(v.safeParse(serviceSchema, input).issues ?? [])
const named = { id: 'akupunktur', name: 'Akupunktur' }

describe('saving a service', () => {
  it('needs an id and a name; all else has the defaults of the specification', () => {
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
    expect(faults(input)).toEqual({ id: 'Bitte eine ID angeben.', name: 'Bitte einen Namen angeben.' })
  })

  it.each([
    ['duration_min', 'Dauer'],
    ['step', 'Step'],
    ['paddingBefore', 'Padding vorher'],
    ['paddingAfter', 'Padding nachher'],
    ['price', 'Preis'],
  ])('wants a non-negative number as %s', (field, label) => {
    for (const wrong of [
      -1,
      '-1',
      '',
      ' ',
      'abc',
      null,
      true,
      [],
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '1e9999',
      '0x10',
    ]) {
      expect(faults({ ...named, [field]: wrong })).toEqual({
        [field]: `${label} muss eine nicht-negative Zahl sein.`,
      })
    }
    expect(faults({ ...named, [field]: 0 })).toEqual({})
    expect(faults({ ...named, [field]: '45' })).toEqual({})
  })

  it.each(['duration_min', 'step', 'paddingBefore', 'paddingAfter', 'display_duration_min'])(
    'wants whole minutes of one day as %s',
    (field) => {
      expect(faults({ ...named, [field]: 1440 })).toEqual({})
      expect(faults({ ...named, [field]: 1441 })[field]).toMatch(/höchstens 1440 Minuten/)
      expect(faults({ ...named, [field]: 7.5 })[field]).toMatch(/ganzen Minuten/)
    },
  )

  it('wants a positive display duration, if it is set', () => {
    for (const wrong of [0, -5, '0', 'lang']) {
      expect(faults({ ...named, display_duration_min: wrong })).toEqual({
        display_duration_min: 'Anzeigedauer muss eine positive Zahl sein.',
      })
    }
    expect(save({ ...named, display_duration_min: '45' }).display_duration_min).toBe(45)
    expect(save({ ...named, display_duration_min: '' }).display_duration_min).toBeNull()
    expect(save({ ...named, display_duration_min: null }).display_duration_min).toBeNull()
  })

  it('wants a non-negative order, if it is set', () => {
    for (const wrong of [-1, 'zuerst']) {
      expect(faults({ ...named, display_order: wrong })).toEqual({
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

  it('gives an empty resource to the doctor', () => {
    expect(save({ ...named, resource_id: '  ' }).resource_id).toBe('doctor-1')
    expect(save({ ...named, resource_id: 'room-2' }).resource_id).toBe('room-2')
  })

  it('refuses an id that would not survive in an address, and keys that it does not know', () => {
    expect(faults({ ...named, id: '../admin' }).id).toMatch(/Buchstaben, Ziffern/)
    expect(faults({ ...named, preis: 5 })).toEqual({ preis: 'Unbekannte Angabe.' })
  })

  it('takes back what it gave', () => {
    const once = save({ ...named, price: 180, first_visit: 'yes', display_order: 2 })
    expect(save(once)).toEqual(once)
  })
})
