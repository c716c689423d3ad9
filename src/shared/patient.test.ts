import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import { erasureSchema, patientSchema } from './patient.ts'

const EMAIL = 'rosa@musterfrau.example'

/** The sentences about each field; empty for an input that the schema accepts. */
const errors = (schema: v.GenericSchema, input: unknown) =>
  fieldErrorsOf(v.safeParse(schema, input).issues ?? [])

describe('the patient whose data an admin asks for', () => {
  it.each([{ email: EMAIL }, { booking_id: 'b' }])('is named by %j', (input) => {
    expect(errors(patientSchema, input)).toEqual({})
  })

  it.each([
    [{ booking_id: '' }, ['booking_id']],
    [{ email: 'rosa' }, ['email']],
    [{ email: EMAIL, booking_id: 'b' }, ['email']],
    [{}, ['email']],
  ])('is not named by %j', (input, fields) => {
    expect(Object.keys(errors(patientSchema, input))).toEqual(fields)
  })

  it.each([null, 'rosa', undefined])('is not named by %j, which is no object', (input) => {
    expect(v.safeParse(patientSchema, input).success).toBe(false)
  })
})

describe('an erasure', () => {
  it('needs the address once more, in any spelling of the same mailbox', () => {
    const confirmedBy = (confirm: string) => errors(erasureSchema, { email: EMAIL, confirm })
    for (const same of [EMAIL, ' Rosa@Musterfrau.example ', 'rosa+praxis@musterfrau.example'])
      expect([same, confirmedBy(same)]).toEqual([same, {}])
    expect(confirmedBy('otto@musterfrau.example')).toEqual({ confirm: 'Das ist nicht dieselbe Adresse.' })
  })

  it('by a booking needs some name, which only the server can compare with that of the patient', () => {
    expect(errors(erasureSchema, { booking_id: 'b', confirm: 'Rosa' })).toEqual({})
    expect(errors(erasureSchema, { booking_id: 'b', confirm: null })).toEqual({
      confirm: 'Bitte den Namen eingeben.',
    })
  })
})
