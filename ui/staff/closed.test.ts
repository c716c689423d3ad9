import { expect, test } from 'vitest'
import type { Booking } from '../api.ts'
import { closedBy } from './closed.ts'
import { CONFIRM, REJECT } from './words.ts'

const START = '2027-01-12T08:30:00+01:00'
const at = Date.parse(START)

function aBooking(status: Booking['status']): Booking {
  const slot = { start: START, start_local: START, notes: '', status }
  return { status, slot } as Booking
}

test('a request is open until the appointment starts', () => {
  expect(closedBy(aBooking('requested'), CONFIRM, at - 1)).toBeUndefined()
  expect(closedBy(aBooking('requested'), CONFIRM, at)?.title).toBe('Dieser Link ist abgelaufen.')
})

test('a link that is opened after its own decision says that all is done', () => {
  expect(closedBy(aBooking('confirmed'), CONFIRM, 0)).toMatchObject({
    tone: 'good',
    title: 'Termin war bereits bestätigt.',
  })
  expect(closedBy(aBooking('rejected'), REJECT, 0)?.title).toBe('Termin war bereits abgelehnt.')
})

test('a link that is opened after another decision says which one', () => {
  expect(closedBy(aBooking('rejected'), CONFIRM, 0)).toMatchObject({
    tone: 'warning',
    title: 'Dieser Termin wurde bereits abgelehnt.',
  })
  expect(closedBy(aBooking('confirmed'), REJECT, 0)?.title).toBe('Dieser Termin wurde bereits bestätigt.')
  expect(closedBy(aBooking('cancelled'), REJECT, 0)?.title).toBe('Dieser Termin wurde bereits storniert.')
})

test('a decision counts more than the time', () => {
  expect(closedBy(aBooking('confirmed'), CONFIRM, at + 1)?.title).toBe('Termin war bereits bestätigt.')
})
