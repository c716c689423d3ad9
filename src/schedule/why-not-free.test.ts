import { describe, expect, it } from 'vitest'
import { holds } from '../db/schema.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { timeOfDay } from '../shared/format.ts'
import { insertBooking, insertOffer } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { isoAt, startOfDay } from '../time/vienna.ts'
import { saveAbsence } from './absences.ts'
import { listFreeSlotsForPractice } from './availability.ts'
import { replaceBusyTimes } from './busy-times.ts'
import { closeHolidays } from './holidays.ts'
import { reserve, tryReserveMove } from './reservations.ts'
import { saveResource } from './resources.ts'
import { getActiveService, saveService } from './services.ts'
import { whyDayNotFree, whyNotFree } from './why-not-free.ts'

/** Tuesday. The demo practice works from 08:00 to 12:00 and from 13:30 to 17:30. */
const DAY = '2027-01-12'
/** Tuesdays from 18:00 to 20:00. */
const EVENINGS = [[], [], [[1080, 1200]], [], [], [], []] as const
const at = (time: string, day = DAY) => Date.parse(`${day}T${time}:00+01:00`)

/** Books with the service's paddings. */
function book(app: TestApp, serviceId: string, start: number) {
  const service = getActiveService(app.ctx(), serviceId)
  const endsAt = start + service.durationMin * MINUTE
  const { id } = insertBooking(app.ctx().db, { status: 'cancelled', startsAt: start, endsAt })
  app.change(`update bookings set status = 'confirmed' where id = ?`, id)
  reserve(app.ctx(), service, start, { bookingId: id })
  return id
}

function hold(app: TestApp, start: number, expiresAt: number) {
  const service = getActiveService(app.ctx(), 'folgebehandlung')
  const endsAt = start + 30 * MINUTE
  const id = `hold at ${start}`
  const row = { id, serviceId: service.id, email: id, origin: 'x', createdAt: NOW }
  app
    .ctx()
    .db.insert(holds)
    .values({ ...row, startsAt: start, endsAt, expiresAt })
    .run()
  reserve(app.ctx(), service, start, { holdId: id, expiresAt })
}

function block(app: TestApp, start: string, end: number) {
  const block = { kind: 'block', title: 'Fortbildung', resource_id: null } as const
  saveAbsence(app.ctx(), { ...block, start: at(start), end })
}

/** A first visit at 09:00 with five minutes after it, a hold at 10:30, a blocked hour and a busy one. */
function openWithADay() {
  const app = openTestApp()
  closeHolidays(app.ctx())
  const bookingId = book(app, 'erstordination', at('09:00'))
  hold(app, at('10:30'), NOW + 10 * MINUTE)
  block(app, '14:00', at('15:00'))
  replaceBusyTimes(app.ctx(), { kind: 'erp' }, [{ eventId: 1, startsAt: at('16:00'), endsAt: at('17:00') }])
  return { app, bookingId }
}

describe('a time that is not free', () => {
  it.each([
    ['08:00', '2027-01-07', ['past'], 'Diese Zeit ist schon vorbei.'],
    ['13:45', '2027-01-07', ['past'], 'Diese Zeit ist schon vorbei.'],
    ['08:00', '2029-01-09', ['horizon'], 'Bitte einen Tag innerhalb der nächsten zwei Jahre wählen.'],
    ['07:30', DAY, ['hours'], 'Außerhalb der Arbeitszeit, die von 08:00 bis 12:00 und 13:30 bis 17:30 ist.'],
    ['11:45', DAY, ['hours'], 'Außerhalb der Arbeitszeit'],
    ['10:00', '2027-01-10', ['hours'], 'Am Sonntag ist keine Arbeitszeit.'],
    ['10:00', '2029-01-06', ['hours', 'holiday'], 'Heilige Drei Könige'],
    ['08:05', DAY, ['grid'], 'Die nächste ist 08:15\u00a0Uhr.'],
    ['09:00', DAY, ['booking'], '09:00 bis 09:45: Rosa Musterfrau, Akupunktur.'],
    ['09:40', DAY, ['grid', 'booking'], 'Rosa Musterfrau'],
    [
      '09:45',
      DAY,
      ['padding'],
      'Nur die Zeit davor oder danach ist im Weg. 09:00 bis 09:45: Rosa Musterfrau',
    ],
    ['10:15', DAY, ['hold'], 'ist bis 13:50\u00a0Uhr reserviert.'],
    ['14:30', DAY, ['absence'], '14:00 bis 15:00: Fortbildung.'],
    ['15:45', DAY, ['busy'], '16:00 bis 17:00: '],
    ['08:00', '2027-03-29', ['holiday'], 'Ostermontag.'],
  ])('at %s on %s says %j', (time, day, kinds, text) => {
    const { app, bookingId } = openWithADay()
    app.at('2027-01-07T13:45:00+01:00')
    const start = day === '2027-03-29' ? Date.parse(`${day}T${time}:00+02:00`) : at(time, day)
    const reasons = whyNotFree(app.ctx(), 'folgebehandlung', start)
    expect(reasons.map(({ kind }) => kind)).toEqual(kinds)
    expect(reasons.at(-1)?.text).toContain(text)
    expect(reasons.at(-1)?.bookingId).toBe(/booking|padding/.test(kinds.at(-1) ?? '') ? bookingId : undefined)
  })

  it('has the next time of the grid, and the times of who is in the way', () => {
    const { app } = openWithADay()
    const [grid, booking] = whyNotFree(app.ctx(), 'folgebehandlung', at('09:40'))
    expect([grid, booking].map((reason) => reason && isoAt(reason.startsAt))).toEqual([
      '2027-01-12T09:45:00+01:00',
      '2027-01-12T09:00:00+01:00',
    ])
  })

  it('at the end of the day is not on the grid, which has no further time', () => {
    const { app } = openWithADay()
    saveService(app.ctx(), { ...getActiveService(app.ctx(), 'folgebehandlung'), durationMin: 25 })
    expect(whyNotFree(app.ctx(), 'folgebehandlung', at('17:05'))).toEqual([
      {
        kind: 'grid',
        startsAt: at('17:05'),
        endsAt: at('17:30'),
        text: 'Diese Zeit liegt nicht im Raster der Leistung.',
      },
    ])
  })

  it('is that of a patient who asks to move there, or of one from the waiting list to whom it is offered', () => {
    const app = openTestApp()
    const { id: bookingId } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: at('08:00') })
    tryReserveMove(app.ctx(), bookingId, { by: HOUR, resourceId: null })
    insertOffer(app.ctx().db, { bookingId, startsAt: at('10:00'), expiresAt: at('12:00', '2027-01-08') })
    const reasonsAt = (time: string) => whyNotFree(app.ctx(), 'folgebehandlung', at(time))
    expect(reasonsAt('09:00')).toEqual([
      {
        kind: 'asked',
        startsAt: at('09:00'),
        endsAt: at('09:30'),
        bookingId,
        text: 'Rosa Musterfrau möchte auf diese Zeit verschieben.',
      },
    ])
    expect(reasonsAt('10:00')).toEqual([
      {
        kind: 'offer',
        startsAt: at('10:00'),
        endsAt: at('10:30'),
        text: 'Jemandem von der Warteliste angeboten, bis 12:00\u00a0Uhr.',
      },
    ])
  })

  it('because of the padding of its own service names only what begins at its end', () => {
    const { app, bookingId } = openWithADay()
    expect(whyNotFree(app.ctx(), 'erstordination', at('08:15'))).toMatchObject([
      { kind: 'padding', bookingId, startsAt: at('09:00') },
    ])
  })

  it.each([
    ['14:00', '10:00', 'Fortbildung.'],
    ['00:00', '10:00', 'Fortbildung.'],
    ['14:00', '00:00', '14:00 bis 00:00: Fortbildung.'],
    ['00:00', '00:00', 'Fortbildung.'],
  ])(
    'names the times of an absence only within a day: from %s until %s of the next one',
    (from, to, text) => {
      const app = openTestApp()
      block(app, from, at(to, '2027-01-13'))
      expect(whyNotFree(app.ctx(), 'folgebehandlung', at('15:00')).map((reason) => reason.text)).toEqual([
        text,
      ])
    },
  )

  it('at a service of which the only doctor is away for good has nobody', () => {
    const app = openTestApp()
    saveResource(app.ctx(), 'doctor-1', { active: false })
    expect(whyNotFree(app.ctx(), 'folgebehandlung', at('09:00'))).toEqual([
      {
        kind: 'hours',
        startsAt: at('09:00'),
        endsAt: at('09:00'),
        text: 'Niemand bietet diese Leistung gerade an.',
      },
    ])
  })

  it('is free of a hold once that has expired', () => {
    const { app } = openWithADay()
    app.pass(10 * MINUTE)
    expect(whyNotFree(app.ctx(), 'folgebehandlung', at('10:15'))).toEqual([])
  })

  it('is refused for a service that is not offered', () => {
    const { app } = openWithADay()
    expect(refusalOf(() => whyNotFree(app.ctx(), 'nichts', at('09:00')))?.code).toBe('service_not_found')
  })

  it('has a reason exactly when the practice is not offered it', () => {
    const { app } = openWithADay()
    const ctx = app.ctx()
    const facial = getActiveService(ctx, 'facial')
    saveService(ctx, { ...facial, paddingBeforeMin: 10, paddingAfterMin: 20 })
    book(app, 'facial', at('17:20'))
    // A second doctor offers one of them, with hours of her own.
    saveResource(ctx, 'b', { name: 'Dr. B', week: EVENINGS })
    saveService(ctx, { ...getActiveService(ctx, 'folgebehandlung'), otherResourceIds: ['b'] })
    for (const day of ['2027-01-07', DAY, '2027-01-13', '2027-01-17'])
      for (const serviceId of ['erstordination', 'folgebehandlung', 'akupunktur', 'facial']) {
        const free = new Set(listFreeSlotsForPractice(ctx, day, serviceId).starts)
        const midnight = startOfDay(Math.floor(Date.parse(day) / DAY_LENGTH))
        const found = []
        for (let start = midnight; start < midnight + 24 * HOUR; start += 5 * MINUTE)
          if (whyNotFree(ctx, serviceId, start).length === 0) found.push(start)
        expect(found, `${serviceId} on ${day}`).toEqual([...free])
      }
  })
})

it('a time that neither of two is free at has the reasons of both, each with a name, and what both share once', () => {
  const { app, bookingId } = openWithADay()
  const ctx = app.ctx()
  saveResource(ctx, 'b', { name: 'Dr. B' })
  saveService(ctx, { ...getActiveService(ctx, 'folgebehandlung'), otherResourceIds: ['b'] })
  expect(whyNotFree(ctx, 'folgebehandlung', at('09:00'))).toEqual([])
  const second = insertBooking(ctx.db, {
    startsAt: at('09:00'),
    endsAt: at('09:30'),
    status: 'confirmed',
    resourceId: 'b',
  })
  const texts = (time: string, wish?: string) =>
    whyNotFree(ctx, 'folgebehandlung', at(time), wish).map(({ text }) => text)
  expect(texts('09:00')).toEqual([
    'Ordination Dr. Demo Muster: 09:00 bis 09:45: Rosa Musterfrau, Akupunktur.',
    'Dr. B: 09:00 bis 09:30: Rosa Musterfrau, Akupunktur.',
  ])
  expect(texts('09:00', 'b')).toEqual(['09:00 bis 09:30: Rosa Musterfrau, Akupunktur.'])
  expect(whyNotFree(ctx, 'folgebehandlung', at('09:00')).map((reason) => reason.bookingId)).toEqual([
    bookingId,
    second.id,
  ])
  expect(texts('12:00')).toEqual([
    'Außerhalb der Arbeitszeit, die von 08:00 bis 12:00 und 13:30 bis 17:30 ist.',
  ])
  saveResource(ctx, 'b', { week: EVENINGS })
  expect(whyDayNotFree(ctx, 'folgebehandlung', '2027-01-17', 'b')).toHaveLength(1)
  expect(texts('07:00')).toEqual([
    'Ordination Dr. Demo Muster: Außerhalb der Arbeitszeit, die von 08:00 bis 12:00 und 13:30 bis 17:30 ist.',
    'Dr. B: Außerhalb der Arbeitszeit, die von 18:00 bis 20:00 ist.',
  ])
})

describe('a day without times', () => {
  it.each([
    ['2027-01-10', ['hours 12:00']],
    ['2027-01-06', ['past 08:00']],
    ['2027-03-29', ['holiday 00:00']],
    [DAY, []],
  ])('on %s says each reason once, with its first time: %j', (day, expected) => {
    const { app } = openWithADay()
    const reasons = whyDayNotFree(app.ctx(), 'folgebehandlung', day)
    expect(reasons.map(({ kind, startsAt }) => `${kind} ${timeOfDay(startsAt)}`)).toEqual(expected)
  })

  it('that is full names every appointment and every absence once', () => {
    const app = openTestApp()
    const ids = [book(app, 'erstordination', at('08:00'))]
    for (let start = at('09:00'); start < at('12:00'); start += HOUR)
      ids.push(book(app, 'folgebehandlung', start), book(app, 'folgebehandlung', start + 30 * MINUTE))
    block(app, '13:30', at('15:00'))
    block(app, '15:00', at('17:30'))
    const reasons = whyDayNotFree(app.ctx(), 'folgebehandlung', DAY)
    expect(reasons.map(({ kind, bookingId }) => bookingId ?? kind)).toEqual([...ids, 'absence', 'absence'])
  })

  it('at several doctors has the reasons in the order of time, whoever is asked first', () => {
    const app = openTestApp()
    const ctx = app.ctx()
    saveResource(ctx, 'b', { name: 'Dr. B', week: EVENINGS })
    const followUp = getActiveService(ctx, 'folgebehandlung')
    saveService(ctx, { ...followUp, resourceId: 'b', otherResourceIds: ['doctor-1'] })
    block(app, '08:00', at('20:00'))
    expect(whyDayNotFree(ctx, 'folgebehandlung', DAY).map(({ text }) => text)).toEqual([
      '08:00 bis 20:00: Fortbildung.',
      'Dr. B: Außerhalb der Arbeitszeit, die von 18:00 bis 20:00 ist.',
    ])
  })
})
