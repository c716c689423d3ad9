import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { MINUTES_PER_DAY } from '../day.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import type { Service } from './service.ts'
import { SERVICE_DEFAULTS } from './service-defaults.ts'
import { serviceSchema } from './service-schema.ts'

const parsed = (input: unknown) => v.parse(serviceSchema, input)
const errors = (input: unknown) => fieldErrorsOf(v.safeParse(serviceSchema, input).issues ?? [])
const MINIMAL = { id: 'akupunktur', name: 'Akupunktur' }

describe('the schema of a service', () => {
  it('has defaults for everything but id and name', () => {
    expect(parsed(MINIMAL) satisfies Service).toEqual({ ...SERVICE_DEFAULTS, ...MINIMAL })
  })

  it('needs an id and a name', () => {
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
      expect(errors({ ...MINIMAL, [field]: wrong })).toEqual({
        [field]: `${label} muss eine nicht-negative Zahl sein.`,
      })
    }
    expect(parsed({ ...MINIMAL, [field]: 0 })).toMatchObject({ [field]: 0 })
    expect(parsed({ ...MINIMAL, [field]: '45' })).toMatchObject({ [field]: 45 })
  })

  it.each(['duration_min', 'step', 'paddingBefore', 'paddingAfter', 'display_duration_min'])(
    'needs whole minutes, at most those of a day, as %s',
    (field) => {
      expect(errors({ ...MINIMAL, [field]: MINUTES_PER_DAY })).toEqual({})
      expect(errors({ ...MINIMAL, [field]: MINUTES_PER_DAY + 1 })[field]).toMatch(/höchstens 1440 Minuten/)
      expect(errors({ ...MINIMAL, [field]: 7.5 })[field]).toMatch(/ganzen Minuten/)
    },
  )

  it.each([0, -5, '0', 'lang'])('refuses %j as a display duration', (wrong) => {
    expect(errors({ ...MINIMAL, display_duration_min: wrong })).toEqual({
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
    ['price', '1.250', 1250],
    ['duration_min', '1.440', 1440],
    ['resource_id', '  ', 'doctor-1'],
    ['resource_id', null, 'doctor-1'],
    ['description', null, ''],
    ['resource_id', 'room-2', 'room-2'],
    ['first_visit', 'yes', true],
  ])('reads %s %j as %j', (field, typed, read) => {
    const service = parsed({ ...MINIMAL, [field]: typed })
    expect(service).toMatchObject({ [field]: read })
    expect(parsed(service)).toEqual(service)
  })

  it.each([
    ['id', 64],
    ['name', 120],
    ['description', 2000],
    ['hint', 1000],
    ['resource_id', 64],
  ])('accepts as %s at most %i characters', (field, most) => {
    const longest = 'x'.repeat(most)
    expect(parsed({ ...MINIMAL, [field]: longest })).toMatchObject({ [field]: longest })
    expect(errors({ ...MINIMAL, [field]: `${longest}x` })).toEqual({
      [field]: `Bitte höchstens ${most} Zeichen eingeben.`,
    })
  })

  it.each(['description', 'hint'])('keeps the lines of the %s', (field) => {
    const lines = 'Dauert lange.\nNüchtern kommen.'
    expect(parsed({ ...MINIMAL, [field]: lines })).toMatchObject({ [field]: lines })
  })

  it.each([
    ['price', 100_000, 'Preis darf höchstens 100.000 Euro sein.'],
    ['display_order', 9999, 'Reihenfolge darf höchstens 9999 sein.'],
  ])('accepts as %s at most %i', (field, most, sentence) => {
    expect(parsed({ ...MINIMAL, [field]: most })).toMatchObject({ [field]: most })
    expect(errors({ ...MINIMAL, [field]: most + 1 })).toEqual({ [field]: sentence })
  })

  it('refuses a resource id that stands for all resources', () => {
    const sentence = 'Diese ID steht für alle. Bitte eine andere eingeben.'
    expect(errors({ ...MINIMAL, resource_id: 'practice' })).toEqual({ resource_id: sentence })
    expect(errors({ ...MINIMAL, resource_ids: ['a', '*'] })).toEqual({ resource_ids: sentence })
  })

  it('accepts at most fifty resources, each once', () => {
    const ids = Array.from({ length: 50 }, (_, i) => `room-${i}`)
    expect(parsed({ ...MINIMAL, resource_ids: ids })).toMatchObject({ resource_ids: ids })
    expect(parsed({ ...MINIMAL, resource_ids: ['a', 'b', 'a'] })).toMatchObject({ resource_ids: ['a', 'b'] })
    expect(errors({ ...MINIMAL, resource_ids: [...ids, 'room-50'] })).toEqual({
      resource_ids: 'Bitte höchstens 50 angeben.',
    })
  })

  it('refuses an id with a slash', () => {
    expect(errors({ ...MINIMAL, id: '../admin' }).id).toMatch(/Buchstaben, Ziffern/)
  })

  it('refuses unknown keys', () => {
    expect(errors({ ...MINIMAL, preis: 5 })).toEqual({ preis: 'Unbekannte Angabe.' })
  })
})
