import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import { waitingSchema } from './waiting-list-rules.ts'

const today = '2027-01-07'
const schema = waitingSchema({ today })

const errorsOf = (sent: unknown) => fieldErrorsOf(v.safeParse(schema, sent).issues ?? [])

describe('a waiting list entry', () => {
  const NO_DAY = 'Bitte ein gültiges Datum angeben.'

  it('accepts any time until its last day by default', () => {
    expect(v.parse(schema, { booking_id: 'b', not_after: '2027-02-01' })).toEqual({
      booking_id: 'b',
      not_after: '2027-02-01',
      not_before: null,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      parts: ['morning', 'afternoon'],
    })
  })

  it('keeps each weekday and part of the day once, in order', () => {
    const sent = { service_id: 's', email: 'rosa@musterfrau.example', not_after: today }
    const wishes = { weekdays: [5, 1, 5], parts: ['afternoon', 'morning', 'afternoon'] }
    expect(v.parse(schema, { ...sent, ...wishes })).toMatchObject({
      weekdays: [1, 5],
      parts: ['morning', 'afternoon'],
    })
  })

  it('accepts 0 for Sunday too, like the working hours', () => {
    const sent = { booking_id: 'b', not_after: today }
    expect(v.parse(schema, { ...sent, weekdays: [0, 6] })).toMatchObject({ weekdays: [6, 7] })
    expect(v.parse(schema, { ...sent, weekdays: [7, 0] })).toMatchObject({ weekdays: [7] })
  })

  it('accepts null for the defaults', () => {
    const open = { not_before: null, weekdays: null, parts: null }
    expect(v.parse(schema, { booking_id: 'b', not_after: today, ...open })).toEqual(
      v.parse(schema, { booking_id: 'b', not_after: today }),
    )
  })

  it.each([
    {
      fault: 'a past last day',
      wishes: { not_after: '2027-01-06' },
      errors: { not_after: 'Dieser Tag ist schon vorbei.' },
    },
    {
      fault: 'a last day in two years',
      wishes: { not_after: '2029-01-07' },
      errors: { not_after: 'Bitte einen Tag innerhalb der nächsten zwei Jahre wählen.' },
    },
    {
      fault: 'a last day that does not exist',
      wishes: { not_after: '2027-02-30' },
      errors: { not_after: NO_DAY },
    },
    {
      fault: 'a number as last day',
      wishes: { not_after: 5, not_before: '2027-01-09' },
      errors: { not_after: NO_DAY },
    },
    {
      fault: 'a first day after the last',
      wishes: { not_after: '2027-01-08', not_before: '2027-01-09' },
      errors: { not_before: 'Der letzte Tag darf nicht vor dem ersten liegen.' },
    },
    {
      fault: 'no day of the week',
      wishes: { not_after: today, weekdays: [] },
      errors: { weekdays: 'Bitte mindestens einen Wochentag auswählen.' },
    },
    {
      fault: 'no part of the day',
      wishes: { not_after: today, parts: [] },
      errors: { parts: 'Bitte Vormittag oder Nachmittag auswählen.' },
    },
    {
      fault: 'an unknown wish',
      wishes: { not_after: today, wish: 1 },
      errors: { wish: 'Unbekannte Angabe.' },
    },
  ])('is refused with $fault', ({ wishes, errors }) => {
    expect(errorsOf({ booking_id: 'b', ...wishes })).toEqual(errors)
  })

  it.each([
    { days: 'today alone', wishes: { not_after: today, not_before: today } },
    {
      days: 'the last day of the next two years alone',
      wishes: { not_after: '2029-01-06', not_before: '2029-01-06' },
    },
  ])('may be for $days', ({ wishes }) => {
    expect(errorsOf({ booking_id: 'b', ...wishes })).toEqual({})
  })
})
