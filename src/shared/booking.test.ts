import { describe, expect, it } from 'vitest'
import { displayOfStatus } from './booking.ts'

describe('a booking status', () => {
  it.each([
    { status: 'confirm', label: 'Bestätigt', tone: 'good' },
    { status: 'confirmed', label: 'Bestätigt', tone: 'good' },
    { status: 'draft', label: 'auf manuelle Bestätigung wartend', tone: 'waiting' },
    { status: 'requested', label: 'auf manuelle Bestätigung wartend', tone: 'waiting' },
    { status: 'cancel', label: 'Storniert', tone: 'danger' },
    { status: 'cancelled', label: 'Storniert', tone: 'danger' },
    { status: 'rejected', label: 'Abgelehnt', tone: 'danger' },
  ])('$status is shown as "$label"', ({ status, label, tone }) => {
    expect(displayOfStatus(status)).toEqual({ label, tone })
  })

  it.each([
    { status: 'verschoben', label: 'Verschoben' },
    { status: 'überfällig', label: 'Überfällig' },
    { status: 'constructor', label: 'Constructor' },
    { status: '', label: '' },
  ])('"$status", which is unknown, is capitalised and grey', ({ status, label }) => {
    expect(displayOfStatus(status)).toEqual({ label, tone: 'neutral' })
  })
})
