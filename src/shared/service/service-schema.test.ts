import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { MINUTES_PER_DAY } from '../day.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import type { Service } from './service.ts'
import { SERVICE_DEFAULTS } from './service-defaults.ts'
import { serviceSchema } from './service-schema.ts'

const parseService = (input: unknown) => v.parse(serviceSchema, input)
const errorsOf = (input: unknown) => fieldErrorsOf(v.safeParse(serviceSchema, input).issues ?? [])
const MINIMAL = { id: 'akupunktur', name: 'Akupunktur' }

describe('the schema of a service', () => {
  it('has defaults for everything but id and name', () => {
    expect(parseService(MINIMAL) satisfies Service).toEqual({ ...SERVICE_DEFAULTS, ...MINIMAL })
  })

  it.each([{}, { id: ' ', name: '' }, { id: null, name: 7 }])(
    'needs an id and a name, unlike %j',
    (input) => {
      expect(errorsOf(input)).toEqual({ id: 'Bitte eine ID angeben.', name: 'Bitte einen Namen angeben.' })
    },
  )

  it.each([
    { field: 'duration_min', label: 'Dauer' },
    { field: 'step', label: 'Step' },
    { field: 'paddingBefore', label: 'Padding vorher' },
    { field: 'paddingAfter', label: 'Padding nachher' },
    { field: 'price', label: 'Preis' },
    { field: 'display_order', label: 'Reihenfolge' },
  ])('needs a non-negative number as $field', ({ field, label }) => {
    const sentence = `${label} muss eine nicht-negative Zahl sein.`
    for (const wrong of [-1, '-1', ' ', 'abc', true, [], Number.NaN, Number.POSITIVE_INFINITY, '0x10'])
      expect(errorsOf({ ...MINIMAL, [field]: wrong }), String(wrong)).toEqual({ [field]: sentence })
    expect(parseService({ ...MINIMAL, [field]: 0 })).toMatchObject({ [field]: 0 })
    expect(parseService({ ...MINIMAL, [field]: '45' })).toMatchObject({ [field]: 45 })
  })

  it.each(['duration_min', 'step', 'paddingBefore', 'paddingAfter', 'display_duration_min'])(
    'needs whole minutes, at most those of a day, as %s',
    (field) => {
      expect(errorsOf({ ...MINIMAL, [field]: MINUTES_PER_DAY })).toEqual({})
      expect(errorsOf({ ...MINIMAL, [field]: MINUTES_PER_DAY + 1 })[field]).toMatch(/höchstens 1440 Minuten/)
      expect(errorsOf({ ...MINIMAL, [field]: 7.5 })[field]).toMatch(/ganzen Minuten/)
    },
  )

  it.each([0, -5, '0', 'lang'])('refuses %j as a display duration', (wrong) => {
    expect(errorsOf({ ...MINIMAL, display_duration_min: wrong })).toEqual({
      display_duration_min: 'Anzeigedauer muss eine positive Zahl sein.',
    })
  })

  it.each([
    { field: 'display_duration_min', typed: '45', read: 45 },
    { field: 'display_duration_min', typed: 1, read: 1 },
    { field: 'display_duration_min', typed: '', read: null },
    { field: 'display_duration_min', typed: null, read: null },
    { field: 'display_order', typed: '', read: null },
    { field: 'price', typed: '180,50', read: 180.5 },
    { field: 'price', typed: 99.999, read: 100 },
    { field: 'price', typed: '1.250', read: 1250 },
    { field: 'duration_min', typed: '1.440', read: 1440 },
    { field: 'resource_id', typed: '  ', read: 'doctor-1' },
    { field: 'resource_id', typed: null, read: 'doctor-1' },
    { field: 'description', typed: null, read: '' },
    { field: 'resource_id', typed: 'room-2', read: 'room-2' },
    { field: 'first_visit', typed: 'yes', read: true },
  ])('reads $field "$typed" as $read', ({ field, typed, read }) => {
    const service = parseService({ ...MINIMAL, [field]: typed })
    expect(service).toMatchObject({ [field]: read })
    expect(parseService(service)).toEqual(service)
  })

  it.each([
    { field: 'id', most: 64 },
    { field: 'name', most: 120 },
    { field: 'description', most: 2000 },
    { field: 'hint', most: 1000 },
    { field: 'resource_id', most: 64 },
  ])('accepts as $field at most $most characters', ({ field, most }) => {
    const longest = 'x'.repeat(most)
    expect(parseService({ ...MINIMAL, [field]: longest })).toMatchObject({ [field]: longest })
    expect(errorsOf({ ...MINIMAL, [field]: `${longest}x` })).toEqual({
      [field]: `Bitte höchstens ${most} Zeichen eingeben.`,
    })
  })

  it.each(['description', 'hint'])('keeps the lines of the %s', (field) => {
    const lines = 'Dauert lange.\nNüchtern kommen.'
    expect(parseService({ ...MINIMAL, [field]: lines })).toMatchObject({ [field]: lines })
  })

  it.each([
    { field: 'price', most: 100_000, sentence: 'Preis darf höchstens 100.000 Euro sein.' },
    { field: 'display_order', most: 9999, sentence: 'Reihenfolge darf höchstens 9999 sein.' },
  ])('accepts as $field at most $most', ({ field, most, sentence }) => {
    expect(parseService({ ...MINIMAL, [field]: most })).toMatchObject({ [field]: most })
    expect(errorsOf({ ...MINIMAL, [field]: most + 1 })).toEqual({ [field]: sentence })
  })

  it('refuses a resource id that stands for all resources', () => {
    const sentence = 'Diese ID steht für alle. Bitte eine andere eingeben.'
    expect(errorsOf({ ...MINIMAL, resource_id: 'practice' })).toEqual({ resource_id: sentence })
    expect(errorsOf({ ...MINIMAL, resource_ids: ['a', '*'] })).toEqual({ resource_ids: sentence })
  })

  it('accepts at most fifty resources, each once', () => {
    const ids = Array.from({ length: 50 }, (_, i) => `room-${i}`)
    expect(parseService({ ...MINIMAL, resource_ids: ids })).toMatchObject({ resource_ids: ids })
    expect(parseService({ ...MINIMAL, resource_ids: ['a', 'b', 'a'] })).toMatchObject({
      resource_ids: ['a', 'b'],
    })
    expect(errorsOf({ ...MINIMAL, resource_ids: [...ids, 'room-50'] })).toEqual({
      resource_ids: 'Bitte höchstens 50 angeben.',
    })
  })

  it('refuses an id with a slash', () => {
    expect(errorsOf({ ...MINIMAL, id: '../admin' }).id).toMatch(/Buchstaben, Ziffern/)
  })

  it('refuses unknown keys', () => {
    expect(errorsOf({ ...MINIMAL, preis: 5 })).toEqual({ preis: 'Unbekannte Angabe.' })
  })
})
