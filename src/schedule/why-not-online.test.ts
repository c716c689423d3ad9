import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import { openTestApp } from '../testing/test-app.ts'
import { whyNotOnline } from './why-not-online.ts'

describe('a time that is free for the practice', () => {
  /** Returns the reasons against a follow-up for patients. It is 11 January, 08:30. */
  function reasonsOnline(start: string, settings: Readonly<{ lead_hours: number; maxBookingDays: number }>) {
    const app = openTestApp()
    app.setClock('2027-01-11T08:30:00+01:00')
    writeSettings(app.ctx(), 'general', settings)
    return whyNotOnline(app.ctx(), 'folgebehandlung', Date.parse(`${start}:00+01:00`))
  }
  const HOURS_AND_DAYS = { lead_hours: 24, maxBookingDays: 30 }
  const HOUR_AND_DAY = { lead_hours: 1, maxBookingDays: 1 }

  it.each([
    { start: '2027-01-12T08:30', settings: HOURS_AND_DAYS, kind: 'lead', says: 'bis 24 Stunden vorher' },
    { start: '2027-01-11T09:30', settings: HOUR_AND_DAY, kind: 'lead', says: 'bis eine Stunde vorher' },
    {
      start: '2027-02-11T08:30',
      settings: HOURS_AND_DAYS,
      kind: 'horizon',
      says: 'höchstens 30 Tage im Voraus',
    },
    {
      start: '2027-01-13T08:30',
      settings: HOUR_AND_DAY,
      kind: 'horizon',
      says: 'höchstens einen Tag im Voraus',
    },
  ])('at $start is not offered to patients, who book online $says', ({ start, settings, kind, says }) => {
    const startsAt = Date.parse(`${start}:00+01:00`)
    const text = `Patienten sehen diese Zeit nicht, weil sie online ${says} buchen.`
    expect(reasonsOnline(start, settings)).toEqual([{ kind, startsAt, endsAt: startsAt + 30 * MINUTE, text }])
  })

  it.each([
    { start: '2027-01-12T08:31', settings: HOURS_AND_DAYS },
    { start: '2027-02-10T23:59', settings: HOURS_AND_DAYS },
    { start: '2027-01-12T16:00', settings: HOUR_AND_DAY },
  ])('at $start is offered to patients too', ({ start, settings }) => {
    expect(reasonsOnline(start, settings)).toEqual([])
  })
})
