import { describe, expect, it } from 'vitest'
import { dayNumber, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import {
  blockTime,
  bookWithPaddings,
  EVENING_HOURS,
  FILLED_DAY,
  openFilledDay,
  winterInstant,
} from '../testing/filled-day.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { startOfDay } from '../time/vienna.ts'
import { listFreeSlotsForPractice } from './availability.ts'
import { saveResource } from './resources.ts'
import { getActiveService, saveService } from './services.ts'
import { whyNotFree } from './why-not-free.ts'

describe('a time that is not free', () => {
  // The comment of `openFilledDay` says what takes the time of the day. It is 7 January, 13:45. The service
  // is a follow-up, which takes half an hour and starts every quarter of an hour.
  it.each<{ time: string; day?: string; kinds: string[]; says: string }>([
    { time: '08:00', day: '2027-01-07', kinds: ['past'], says: 'Diese Zeit ist schon vorbei.' },
    { time: '13:45', day: '2027-01-07', kinds: ['past'], says: 'Diese Zeit ist schon vorbei.' },
    {
      time: '08:00',
      day: '2029-01-09',
      kinds: ['horizon'],
      says: 'Bitte einen Tag innerhalb der nächsten zwei Jahre wählen.',
    },
    {
      time: '07:30',
      kinds: ['hours'],
      says: 'Außerhalb der Arbeitszeit, die von 08:00 bis 12:00 und 13:30 bis 17:30 ist.',
    },
    { time: '11:45', kinds: ['hours'], says: 'Außerhalb der Arbeitszeit' },
    { time: '10:00', day: '2027-01-10', kinds: ['hours'], says: 'Am Sonntag ist keine Arbeitszeit.' },
    { time: '10:00', day: '2029-01-06', kinds: ['hours', 'holiday'], says: 'Heilige Drei Könige' },
    { time: '08:05', kinds: ['grid'], says: 'Die nächste ist 08:15\u00a0Uhr.' },
    { time: '10:15', kinds: ['hold'], says: 'ist bis 13:50\u00a0Uhr reserviert.' },
    { time: '14:30', kinds: ['absence'], says: '14:00 bis 15:00: Fortbildung.' },
    { time: '15:45', kinds: ['busy'], says: '16:00 bis 17:00: ' },
  ])('at $time says $kinds: $says', ({ time, day = FILLED_DAY, kinds, says }) => {
    const { app } = openFilledDay()
    app.setClock('2027-01-07T13:45:00+01:00')
    const reasons = whyNotFree(app.ctx(), 'folgebehandlung', winterInstant(time, day))
    expect(reasons.map(({ kind }) => kind)).toEqual(kinds)
    expect(reasons.at(-1)?.text).toContain(says)
    expect(reasons.at(-1)?.bookingId).toBeUndefined()
  })

  it('names the holiday', () => {
    const { app } = openFilledDay()
    const start = Date.parse('2027-03-29T08:00:00+02:00')
    const reasons = whyNotFree(app.ctx(), 'folgebehandlung', start)
    expect(reasons).toMatchObject([{ kind: 'holiday', text: expect.stringContaining('Ostermontag.') }])
    expect(reasons[0]?.bookingId).toBeUndefined()
  })

  it('at the end of the day has no next time on the grid', () => {
    const { app } = openFilledDay()
    saveService(app.ctx(), { ...getActiveService(app.ctx(), 'folgebehandlung'), durationMin: 25 })
    expect(whyNotFree(app.ctx(), 'folgebehandlung', winterInstant('17:05'))).toEqual([
      {
        kind: 'grid',
        startsAt: winterInstant('17:05'),
        endsAt: winterInstant('17:30'),
        text: 'Diese Zeit liegt nicht im Raster der Leistung.',
      },
    ])
  })

  it('says once that the practice is closed, whatever its doctors have to do', () => {
    const app = openTestApp()
    saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B' })
    const service = getActiveService(app.ctx(), 'folgebehandlung')
    saveService(app.ctx(), { ...service, otherResourceIds: ['doctor-2'] })
    insertBooking(app.ctx().db, {
      status: 'confirmed',
      startsAt: winterInstant('10:00'),
      resourceId: 'doctor-2',
    })
    blockTime(app, { start: winterInstant('09:00'), end: winterInstant('12:00') })
    expect(whyNotFree(app.ctx(), 'folgebehandlung', winterInstant('11:00'))).toMatchObject([
      { kind: 'absence', text: '09:00 bis 12:00: Fortbildung.' },
    ])
  })
})

describe('a time at which a service is asked for', () => {
  it('has a reason when the only doctor of the service is inactive', () => {
    const app = openTestApp()
    saveResource(app.ctx(), 'doctor-1', { active: false })
    expect(whyNotFree(app.ctx(), 'folgebehandlung', winterInstant('09:00'))).toEqual([
      {
        kind: 'hours',
        startsAt: winterInstant('09:00'),
        endsAt: winterInstant('09:00'),
        text: 'Niemand bietet diese Leistung gerade an.',
      },
    ])
  })

  it('cannot be explained for an unknown service', () => {
    const { app } = openFilledDay()
    expect(refusalOf(() => whyNotFree(app.ctx(), 'nichts', winterInstant('09:00')))?.code).toBe(
      'service_not_found',
    )
  })

  it('has a reason exactly when the practice does not see it as free', () => {
    const { app } = openFilledDay()
    const ctx = app.ctx()
    const facial = getActiveService(ctx, 'facial')
    saveService(ctx, { ...facial, paddingBeforeMin: 10, paddingAfterMin: 20 })
    bookWithPaddings(app, 'facial', winterInstant('17:20'))
    // A second doctor, with hours of her own, offers one of the services.
    saveResource(ctx, 'b', { name: 'Dr. B', week: EVENING_HOURS })
    saveService(ctx, { ...getActiveService(ctx, 'folgebehandlung'), otherResourceIds: ['b'] })

    for (const day of ['2027-01-07', FILLED_DAY, '2027-01-13', '2027-01-17'])
      for (const serviceId of ['erstordination', 'folgebehandlung', 'akupunktur', 'facial']) {
        const { starts: free } = listFreeSlotsForPractice(ctx, day, serviceId)
        const midnight = startOfDay(dayNumber(day))
        const everyFiveMinutes = Array.from({ length: 24 * 12 }, (_, i) => midnight + i * 5 * MINUTE)
        const withoutReason = everyFiveMinutes.filter(
          (start) => whyNotFree(ctx, serviceId, start).length === 0,
        )
        expect(withoutReason, `${serviceId} on ${day}`).toEqual(free)
      }
  })
})
