import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import { erasureSchema, patientSchema } from './patient.ts'

const EMAIL = 'rosa@musterfrau.example'

/** The sentences about each field; empty for an input that the schema accepts. */
const errorsOf = (schema: v.GenericSchema, input: unknown) =>
  fieldErrorsOf(v.safeParse(schema, input).issues ?? [])

describe('the patient whose data an admin requests', () => {
  it.each([
    { by: 'an e-mail address', sent: { email: EMAIL } },
    { by: 'the id of a booking', sent: { booking_id: 'b' } },
  ])('can be named by $by', ({ sent }) => {
    expect(errorsOf(patientSchema, sent)).toEqual({})
  })

  it.each([
    { fault: 'an empty id of a booking', sent: { booking_id: '' }, faultyField: 'booking_id' },
    { fault: 'a text that is not an address', sent: { email: 'rosa' }, faultyField: 'email' },
    {
      fault: 'an address together with a booking',
      sent: { email: EMAIL, booking_id: 'b' },
      faultyField: 'email',
    },
    { fault: 'neither address nor booking', sent: {}, faultyField: 'email' },
  ])('cannot be named by $fault', ({ sent, faultyField }) => {
    expect(Object.keys(errorsOf(patientSchema, sent))).toEqual([faultyField])
  })

  it.each([null, 'rosa', undefined])('cannot be named by %j, which is not an object', (input) => {
    expect(v.safeParse(patientSchema, input).success).toBe(false)
  })
})

describe('an erasure', () => {
  const errorsOfAddress = (confirm: string) => errorsOf(erasureSchema, { email: EMAIL, confirm })

  it.each([EMAIL, ' Rosa@Musterfrau.example ', 'rosa+praxis@musterfrau.example'])(
    'by e-mail address is confirmed by any spelling of the same mailbox: "%s"',
    (spelling) => {
      expect(errorsOfAddress(spelling)).toEqual({})
    },
  )

  it('by e-mail address is not confirmed by another address', () => {
    expect(errorsOfAddress('otto@musterfrau.example')).toEqual({
      confirm: 'Das ist nicht dieselbe Adresse.',
    })
  })

  it('by booking needs a name too, which the schema cannot verify', () => {
    const errorsOfName = (confirm: unknown) => errorsOf(erasureSchema, { booking_id: 'b', confirm })
    expect(errorsOfName('Rosa')).toEqual({})
    expect(errorsOfName(null)).toEqual({ confirm: 'Bitte den Namen eingeben.' })
  })
})
