import { describe, expect, it } from 'vitest'
import { displayOfStatus } from './booking.ts'

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
  ])('"%s", which is unknown, is capitalised and grey', (status, label) => {
    expect(displayOfStatus(status)).toEqual({ label, tone: 'neutral' })
  })
})
