import { describe, expect, it } from 'vitest'
import { canCancel, displayOfStatus, isBookingId, STEP_LABELS } from './booking.ts'

describe('a booking status', () => {
  it.each([
    ['confirm', 'Bestätigt', 'good'],
    ['confirmed', 'Bestätigt', 'good'],
    ['draft', 'auf manuelle Bestätigung wartend', 'wait'],
    ['requested', 'auf manuelle Bestätigung wartend', 'wait'],
    ['cancel', 'Storniert', 'loss'],
    ['cancelled', 'Storniert', 'loss'],
    ['rejected', 'Abgelehnt', 'loss'],
  ])('%s is shown as "%s"', (status, label, tone) => {
    expect(displayOfStatus(status)).toEqual({ label, tone })
  })

  it.each([
    ['verschoben', 'Verschoben'],
    ['überfällig', 'Überfällig'],
    ['constructor', 'Constructor'],
    ['', ''],
  ])('"%s", unknown, is capitalised in grey', (status, label) => {
    expect(displayOfStatus(status)).toEqual({ label, tone: 'quiet' })
  })
})

describe('cancelling online', () => {
  const start = Date.parse('2027-01-12T08:30:00+01:00')
  const at = (iso: string) => Date.parse(iso)

  it('is possible only more than 24 hours before the start', () => {
    expect(canCancel(start, at('2027-01-11T08:29:59.999+01:00'))).toBe(true)
    expect(canCancel(start, at('2027-01-11T08:30:00+01:00'))).toBe(false)
    expect(canCancel(start, at('2027-01-11T08:30:00.001+01:00'))).toBe(false)
    expect(canCancel(start, at('2027-01-12T09:00:00+01:00'))).toBe(false)
  })

  it('counts elapsed hours when the clock goes forward: the wall shows an hour less', () => {
    const sunday = at('2027-03-28T10:00:00+02:00')
    expect(canCancel(sunday, at('2027-03-27T09:00:00+01:00'))).toBe(false)
    expect(canCancel(sunday, at('2027-03-27T08:59:59+01:00'))).toBe(true)
  })

  it('counts elapsed hours when the clock goes back: the wall shows an hour more', () => {
    const sunday = at('2027-10-31T10:00:00+01:00')
    expect(canCancel(sunday, at('2027-10-30T11:00:00+02:00'))).toBe(false)
    expect(canCancel(sunday, at('2027-10-30T10:59:59+02:00'))).toBe(true)
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

describe('the wizard', () => {
  it('has the six steps of the specification', () => {
    expect(STEP_LABELS).toEqual(['Besuch', 'Leistung', 'Termin', 'Daten', 'Prüfen', 'Buchen'])
  })
})
