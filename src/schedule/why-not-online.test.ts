import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import { openTestApp } from '../testing/test-app.ts'
import { whyNotOnline } from './why-not-online.ts'

describe('a time that is free for the practice', () => {
  const NOW = '2027-01-11T08:30:00+01:00'
  const DAY_TO_MONTH_AHEAD = { lead_hours: 24, maxBookingDays: 30 }
  const HOUR_TO_DAY_AHEAD = { lead_hours: 1, maxBookingDays: 1 }

  const startAt = (day: string, time: string) => Date.parse(`${day}T${time}:00+01:00`)

  /** Returns at `NOW` the reasons for which patients are not offered a follow-up at a start. */
  function reasonsAgainst(start: number, settings: typeof DAY_TO_MONTH_AHEAD) {
    const app = openTestApp()
    app.setClock(NOW)
    writeSettings(app.ctx(), 'general', settings)
    return whyNotOnline(app.ctx(), 'folgebehandlung', start)
  }

  const [DAY_AHEAD, HOUR_AHEAD] = ['bis 24 Stunden vorher', 'bis eine Stunde vorher']
  const [MONTH, ONE_DAY] = ['höchstens 30 Tage im Voraus', 'höchstens einen Tag im Voraus']
  it.each([
    { day: '2027-01-12', time: '08:30', settings: DAY_TO_MONTH_AHEAD, kind: 'lead', says: DAY_AHEAD },
    { day: '2027-01-11', time: '09:30', settings: HOUR_TO_DAY_AHEAD, kind: 'lead', says: HOUR_AHEAD },
    { day: '2027-02-11', time: '08:30', settings: DAY_TO_MONTH_AHEAD, kind: 'horizon', says: MONTH },
    { day: '2027-01-13', time: '08:30', settings: HOUR_TO_DAY_AHEAD, kind: 'horizon', says: ONE_DAY },
  ])('at $time on $day is not offered to patients, who book online $says', (expected) => {
    const { day, time, settings, kind, says } = expected
    const startsAt = startAt(day, time)
    const text = `Patienten sehen diese Zeit nicht, weil sie online ${says} buchen.`
    const reason = { kind, startsAt, endsAt: startsAt + 30 * MINUTE, text }
    expect(reasonsAgainst(startsAt, settings)).toEqual([reason])
  })

  it.each([
    { day: '2027-01-12', time: '08:31', settings: DAY_TO_MONTH_AHEAD },
    { day: '2027-02-10', time: '23:59', settings: DAY_TO_MONTH_AHEAD },
    { day: '2027-01-12', time: '16:00', settings: HOUR_TO_DAY_AHEAD },
  ])('at $time on $day is offered to patients too', ({ day, time, settings }) => {
    expect(reasonsAgainst(startAt(day, time), settings)).toEqual([])
  })
})
