import { describe, expect, it } from 'vitest'
import { canCancel, displayOfStatus, isBookingId } from './booking.ts'
import { HOUR } from './day.ts'

describe('a booking status', () => {
  it.each([
    ['confirm', 'Bestätigt', 'good'],
    ['confirmed', 'Bestätigt', 'good'],
    ['draft', 'auf manuelle Bestätigung wartend', 'waiting'],
    ['requested', 'auf manuelle Bestätigung wartend', 'waiting'],
    ['cancel', 'Storniert', 'danger'],
    ['cancelled', 'Storniert', 'danger'],
    ['rejected', 'Abgelehnt', 'danger'],
  ])('%s is shown as "%s"', (status, label, tone) => {
    expect(displayOfStatus(status)).toEqual({ label, tone })
  })

  it.each([
    ['verschoben', 'Verschoben'],
    ['überfällig', 'Überfällig'],
    ['constructor', 'Constructor'],
    ['', ''],
  ])('"%s", unknown, is capitalised in grey', (status, label) => {
    expect(displayOfStatus(status)).toEqual({ label, tone: 'neutral' })
  })
})

describe('cancelling online', () => {
  it.each([
    '2027-01-12T08:30:00+01:00',
    '2027-03-28T10:00:00+02:00', // The clocks went forward that night,
    '2027-10-31T10:00:00+01:00', // and back that night.
  ])('is possible until 24 elapsed hours before %s', (iso) => {
    const start = Date.parse(iso)
    const cutOff = start - 24 * HOUR
    expect(canCancel(start, cutOff - 1)).toBe(true)
    expect(canCancel(start, cutOff)).toBe(false)
    expect(canCancel(start, start + HOUR)).toBe(false)
  })
})

describe('a booking id', () => {
  it('has at least 128 bits and is safe in an address', () => {
    expect(isBookingId('A-_9aaaaaaaaaaaaaaaaaa')).toBe(true)
    expect(isBookingId('x'.repeat(43))).toBe(true)
  })

  it.each([
    '',
    'abc',
    'x'.repeat(21),
    'x'.repeat(65),
    `${'x'.repeat(22)}/`,
    `${'x'.repeat(22)}\n`,
    ` ${'x'.repeat(22)}`,
  ])('is not %j', (text) => {
    expect(isBookingId(text)).toBe(false)
  })
})
