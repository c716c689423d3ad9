import { describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'
import {
  blockTime,
  bookWithPaddings,
  EVENING_HOURS,
  FILLED_DAY,
  openFilledDay,
  winterInstant,
} from '../testing/filled-day.ts'
import { openTestApp } from '../testing/test-app.ts'
import { saveAbsence } from './absences.ts'
import { saveResource } from './resources.ts'
import { getActiveService, saveService } from './services.ts'
import { whyDayNotFree } from './why-not-free.ts'

describe('a day without times', () => {
  // A day without starts on the grid is asked about at noon. Today is 7 January.
  it.each([
    { name: 'a Sunday', day: '2027-01-10', reason: { kind: 'hours', time: '12:00' } },
    { name: 'a past day', day: '2027-01-06', reason: { kind: 'past', time: '08:00' } },
    { name: 'Easter Monday', day: '2027-03-29', reason: { kind: 'holiday', time: '00:00' } },
  ])('has one reason with its first time on $name', ({ day, reason }) => {
    const { app } = openFilledDay()
    const reasons = whyDayNotFree(app.ctx(), 'folgebehandlung', day)
    expect(reasons.map(({ kind, startsAt }) => ({ kind, time: timeOfDay(startsAt) }))).toEqual([reason])
  })

  it('has no reason while one of its times is free', () => {
    expect(whyDayNotFree(openFilledDay().app.ctx(), 'folgebehandlung', FILLED_DAY)).toEqual([])
  })

  it('names every appointment and every absence once', () => {
    const app = openTestApp()
    // Appointments take the morning, and absences the afternoon.
    const ids = [bookWithPaddings(app, 'erstordination', winterInstant('08:00'))]
    for (let start = winterInstant('09:00'); start < winterInstant('12:00'); start += 30 * MINUTE)
      ids.push(bookWithPaddings(app, 'folgebehandlung', start))
    blockTime(app, { start: winterInstant('13:30'), end: winterInstant('15:00') })
    blockTime(app, { start: winterInstant('15:00'), end: winterInstant('17:30') })
    const reasons = whyDayNotFree(app.ctx(), 'folgebehandlung', FILLED_DAY)
    expect(reasons.map(({ kind, bookingId }) => bookingId ?? kind)).toEqual([...ids, 'absence', 'absence'])
  })

  it('names the absence of each doctor if both begin at the same time', () => {
    const app = openTestApp()
    const ctx = app.ctx()
    saveResource(ctx, 'doctor-2', { name: 'Dr. B' })
    const followUp = getActiveService(ctx, 'folgebehandlung')
    saveService(ctx, { ...followUp, otherResourceIds: ['doctor-2'] })
    const workingDay = { kind: 'block', start: winterInstant('08:00'), end: winterInstant('17:30') } as const
    saveAbsence(ctx, { ...workingDay, title: 'Urlaub', resource_id: 'doctor-1' })
    saveAbsence(ctx, { ...workingDay, title: 'Kongress', resource_id: 'doctor-2' })
    expect(whyDayNotFree(ctx, 'folgebehandlung', FILLED_DAY).map(({ text }) => text)).toEqual([
      'Ordination Dr. Demo Muster: 08:00 bis 17:30: Urlaub.',
      'Dr. B: 08:00 bis 17:30: Kongress.',
    ])
  })

  it('sorts the reasons of several doctors by time, not by doctor', () => {
    const app = openTestApp()
    const ctx = app.ctx()
    saveResource(ctx, 'b', { name: 'Dr. B', week: EVENING_HOURS })
    const followUp = getActiveService(ctx, 'folgebehandlung')
    saveService(ctx, { ...followUp, resourceId: 'b', otherResourceIds: ['doctor-1'] })
    blockTime(app, { start: winterInstant('08:00'), end: winterInstant('20:00') })
    expect(whyDayNotFree(ctx, 'folgebehandlung', FILLED_DAY).map(({ text }) => text)).toEqual([
      '08:00 bis 20:00: Fortbildung.',
      'Dr. B: Außerhalb der Arbeitszeit, die von 18:00 bis 20:00 ist.',
    ])
  })
})
