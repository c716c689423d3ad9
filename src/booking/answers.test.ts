import { expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { answersOf, encryptAnswers, listAnswers } from './answers.ts'

const ANSWERS = [{ id: 'allergien', label: 'Haben Sie Allergien?', value: 'Nein' }]

it('the answers of a day belong to its requested and confirmed bookings', () => {
  const { ctx } = openTestApp()
  const midnight = Date.parse('2027-01-12T00:00:00+01:00')
  const addAt = (hours: number, id: string, changes: Partial<Booking> = {}) => {
    const startsAt = midnight + hours * HOUR
    insertBooking(ctx().db, { id, startsAt, answers: encryptAnswers(ctx(), id, ANSWERS), ...changes })
  }
  addAt(0, 'first')
  addAt(8, 'none', { answers: encryptAnswers(ctx(), 'none', []) })
  addAt(9, 'cancelled', { status: 'cancelled' })
  addAt(23, 'last', { status: 'confirmed' })
  addAt(24, 'next day')

  const listed = listAnswers(ctx(), '2027-01-12')
  expect(new Map(listed.map(({ bookingId, answers }) => [bookingId, answers]))).toEqual(
    new Map([
      ['first', ANSWERS],
      ['last', ANSWERS],
    ]),
  )
})

it('a booking has no answers if its service asks no questions', () => {
  const { ctx } = openTestApp()
  expect(answersOf(ctx(), { id: 'none', answers: null })).toEqual([])
})
