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
    ['display_duration_min', 1, 1],
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

  it.each([
    ['id', 'x', 64],
    ['name', 'x', 120],
    ['description', 'Dauert lange.\n', 2000],
    ['hint', 'Nüchtern kommen.\n', 1000],
    ['resource_id', 'x', 64],
  ])('takes %s, which begins with %j, with at most %i characters', (field, begin, most) => {
    const longest = begin.padEnd(most, 'x')
    expect(save({ ...named, [field]: longest })).toMatchObject({ [field]: longest })
    expect(errors({ ...named, [field]: `${longest}x` })).toEqual({
      [field]: `Bitte höchstens ${most} Zeichen eingeben.`,
    })
  })

  it.each([
    ['price', 100_000, 'Preis darf höchstens 100.000 Euro sein.'],
    ['display_order', 9999, 'Reihenfolge darf höchstens 9999 sein.'],
  ])('takes at most as %s %i', (field, most, sentence) => {
    expect(save({ ...named, [field]: most })).toMatchObject({ [field]: most })
    expect(errors({ ...named, [field]: most + 1 })).toEqual({ [field]: sentence })
  })

  it('takes at most fifty resources, each once', () => {
    const ids = Array.from({ length: 50 }, (_, i) => `room-${i}`)
    expect(save({ ...named, resource_ids: ids })).toMatchObject({ resource_ids: ids })
    expect(save({ ...named, resource_ids: ['a', 'b', 'a'] })).toMatchObject({ resource_ids: ['a', 'b'] })
    expect(errors({ ...named, resource_ids: [...ids, 'room-50'] })).toEqual({
      resource_ids: 'Bitte höchstens 50 angeben.',
    })
  })

  it('refuses an id with a slash, and unknown keys', () => {
    expect(errors({ ...named, id: '../admin' }).id).toMatch(/Buchstaben, Ziffern/)
    expect(errors({ ...named, preis: 5 })).toEqual({ preis: 'Unbekannte Angabe.' })
  })
})
