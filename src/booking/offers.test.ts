import { beforeEach, describe, expect, it } from 'vitest'
import { forgetFault, recordFault } from '../messaging/outbox/faults.ts'
import { writeSettings } from '../practice/settings.ts'
import { deleteAbsence } from '../schedule/absences.ts'
import { closeHolidays, setHolidayOpen } from '../schedule/holidays.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import type { Wishes } from '../shared/waiting-list.ts'
import { recordQueries } from '../testing/queries.ts'
import { tempDir } from '../testing/temp-dir.ts'
import {
  ANY_TIME,
  FREED_START,
  LATER_START,
  openWaitingListApp,
  span,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { decideBooking } from './decisions.ts'
import { offerByHand } from './manual-offers.ts'
import { suggestForMove } from './moves.ts'
import { refuseOffer, takeOffer } from './offer-answers.ts'
import { makeDueOffers } from './offers.ts'
import { closeTime } from './patient-moves.ts'
import { UNDO_MS, undoDecision } from './undo.ts'
import { addToWaitingList } from './waiting-list.ts'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

const CLOSURE = { kind: 'closure', title: '', reason: '', resource_id: null } as const

it('the time offered to move an appointment is suggested to the practice, which may move it there', () => {
  const booking = app.aBooking(LATER_START)
  app.wait(booking)
  app.free(FREED_START)
  app.offerDue()
  const [day] = suggestForMove(app.ctx(), booking.id, '2027-01-12')
  expect(day).toMatchObject({ date: '2027-01-12', starts: expect.arrayContaining([Date.parse(FREED_START)]) })
  app.move(booking, FREED_START)
  expect(app.shownOffers()).toEqual([['Rosa', 'withdrawn', '2027-01-12T07:30']])
})

describe('time that has become free', () => {
  it('is offered to the one who waits longest and whom it fits, by e-mail and SMS, and is occupied meanwhile', () => {
    app.caller('tuesdays', { weekdays: [3] })
    app.pass(MINUTE)
    app.wait(app.aBooking(LATER_START, { firstName: 'Rosa', priceCents: 4200 }))
    app.pass(MINUTE)
    app.caller('later')
    app.free(FREED_START)
    app.offerDue()
    expect(app.shownOffers()).toEqual([['Rosa', 'open', '2027-01-12T07:30']])
    expect(app.occupied()).toEqual([span(FREED_START), span(LATER_START)])
    const [{ id = '', expires_at = 0 } = {}] = app.openOffers()
    expect(expires_at).toBe(app.ctx().now + HOUR)
    const sent = app.rows<{ channel: string; recipient: string; subject: string; text: string }>(
      `select * from messages where kind = 'offer' and status = 'queued' order by id`,
    )
    expect(sent.map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['email', 'rosa@musterfrau.example'],
      ['sms', '+436641234567'],
    ])
    for (const { text } of sent) expect(text).toContain(`/patient/offer?id=${id}`)
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Frei geworden: Dienstag, 12\.\sJänner 2027, 08:30 Uhr$/),
      '',
    ])
    // Who waits with a booking keeps its price, whatever the service costs now.
    expect(sent[0]?.text.replaceAll('\u00a0', ' ')).toMatch(
      /^Leistung: Akupunktur\nDauer: ca\. 30 Min\nPreis: € 42\nOrt: Beispielstraße 1, 6850 Dornbirn\nIhr Termin bisher: /m,
    )
    expect(sent[1]?.text).not.toMatch(/Akupunktur|Preis/)
    // One at a time: the same time goes to nobody else.
    app.offerDue()
    expect(app.offers()).toHaveLength(1)
  })

  it('is offered to a minor for whom nobody books by e-mail only', () => {
    app.wait(app.aBooking(LATER_START, { birthOn: '2019-03-14' }))
    app.free(FREED_START)
    app.offerDue()
    expect(app.rows(`select channel, status from messages where kind = 'offer' order by id`)).toEqual([
      { channel: 'email', status: 'queued' },
      { channel: 'sms', status: 'suppressed' },
    ])
    refuseOffer(app.ctx(), app.openOfferId())
    app.change(`update bookings set email = ''`)
    app.free('2027-01-13T09:00:00+01:00')
    app.offerDue()
    expect(app.openOffers()).toEqual([])
  })

  it('goes to the next one when it is refused or the offer has run out, and not again to the same', () => {
    for (const name of ['first', 'second', 'third']) {
      app.caller(name)
      app.pass(MINUTE)
    }
    app.free(FREED_START)
    app.offerDue()
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerDue()
    expect(app.shownOffers()).toEqual([
      ['first', 'refused', '2027-01-12T07:30'],
      ['second', 'open', '2027-01-12T07:30'],
    ])
    app.pass(HOUR)
    app.offerDue()
    app.offerDue()
    expect(app.shownOffers().slice(1)).toEqual([
      ['second', 'expired', '2027-01-12T07:30'],
      ['third', 'open', '2027-01-12T07:30'],
    ])
    app.pass(HOUR)
    app.offerDue()
    app.offerDue()
    expect(app.openOffers()).toEqual([])
    expect(app.occupied()).toEqual([])
    // The entries wait on, for other times.
    app.free('2027-01-13T09:00:00+01:00')
    app.offerDue()
    expect(app.openOffers().map(({ name }) => name)).toEqual(['first'])
  })

  it('waits for somebody who has to answer another offer first', () => {
    app.caller('only')
    const second = '2027-01-13T09:00:00+01:00'
    app.free(FREED_START)
    app.free(second)
    app.offerDue()
    expect(app.openOffers().map(({ starts_at }) => starts_at)).toEqual([Date.parse(FREED_START)])
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerDue()
    expect(app.openOffers().map(({ starts_at }) => starts_at)).toEqual([Date.parse(second)])
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerDue()
    expect(app.freedTimes()).toEqual([])
  })

  it('is offered at its other starts too, but no more than three of them a day', () => {
    app.caller('only', { not_after: '2027-01-12' })
    app.freeByAbsence('2027-01-12T08:00:00+01:00', 240)
    for (let i = 0; i < 5; i++) {
      app.offerDue()
      for (const offer of app.openOffers()) refuseOffer(app.ctx(), offer.id)
    }
    const times = ['2027-01-12T07:00', '2027-01-12T07:30', '2027-01-12T08:00', '2027-01-12T08:30']
    expect(app.shownOffers().map(([, , at]) => at)).toEqual(times.slice(0, 3))
    app.at('2027-01-08T08:00:00+01:00')
    makeDueOffers(app.ctx())
    expect(app.shownOffers().map(([, , at]) => at)).toEqual(times)
  })

  it('is offered whole to one, or in parts to several', () => {
    app.caller('short')
    app.pass(MINUTE)
    app.caller('also short')
    app.pass(MINUTE)
    app.caller('long', {}, 'facial')
    const [from, to] = span('2027-01-12T09:00:00+01:00', 60)
    app.cancel(app.aBooking('2027-01-12T09:00:00+01:00', { durationMin: 60, endsAt: to as number }))
    app.offerDue()
    expect(app.openOffers().map(({ name, starts_at }) => [name, starts_at])).toEqual([
      ['short', from],
      ['also short', (from as number) + 30 * MINUTE],
    ])
  })

  it.each([
    [
      'an appointment is rejected',
      () =>
        decideBooking(app.assistant(), app.aBooking(FREED_START, { status: 'requested' }).id, {
          decision: 'reject',
        }),
    ],
    ['an appointment is moved', () => app.move(app.aBooking(FREED_START), LATER_START)],
    [
      'a move that its patient asked for is withdrawn',
      () => {
        const booking = app.aBooking(LATER_START)
        for (const start of [FREED_START, LATER_START]) app.askToMove(booking, start)
      },
    ],
    ['an absence is removed', () => app.freeByAbsence(FREED_START, 30)],
  ])('is there when %s', (_, happen) => {
    app.caller('waiting', { parts: ['morning'], not_after: '2027-01-12' })
    happen()
    app.offerDue()
    expect(app.shownOffers()).toEqual([['waiting', 'open', expect.stringMatching(/^2027-01-12T07/)]])
  })

  it('is there when the practice opens on a public holiday', () => {
    closeHolidays(app.ctx())
    app.caller('waiting', { not_before: '2027-03-29', not_after: '2027-03-29' })
    setHolidayOpen(app.assistant(), '2027-03-29', true)
    app.offerDue()
    expect(app.shownOffers()).toEqual([['waiting', 'open', '2027-03-29T06:00']])
  })

  it.each([
    ['a day before the first one', { not_before: '2027-01-13' }],
    ['a day after the last one', { not_after: '2027-01-11' }],
    ['another weekday', { weekdays: [1, 3] }],
    ['the other part of the day', { parts: ['afternoon'] }],
  ] as [string, Partial<Wishes>][])('is not offered on %s', (_, wishes) => {
    app.caller('waiting', wishes)
    app.free(FREED_START)
    app.offerDue()
    expect(app.offers()).toEqual([])
    expect(app.freedTimes()).toEqual([])
  })

  it('is offered with an appointment only when it is earlier', () => {
    app.wait(app.aBooking('2027-01-11T09:00:00+01:00'))
    app.free(FREED_START)
    app.offerDue()
    expect(app.offers()).toEqual([])
  })

  it('is offered in a part of the own appointment too, which then moves by less than its length', () => {
    const own = '2027-01-12T08:45:00+01:00'
    app.wait(app.aBooking(own))
    app.cancel(app.aBooking(FREED_START, { endsAt: Date.parse(own) }))
    app.offerDue()
    // Only what the appointment does not have already.
    expect(app.occupied()).toEqual([span(FREED_START, 15), span(own)])
    takeOffer(app.ctx(), app.openOfferId())
    expect(app.occupied()).toEqual([span('2027-01-12T08:30:00+01:00')])
  })

  it('is offered, and never more than what was freed, however many refuse it or let it run out', () => {
    // The day is free around the appointment, and a facial needs longer and has paddings.
    for (const [service, people] of [
      ['folgebehandlung', 4],
      ['facial', 2],
    ] as const)
      for (let i = 0; i < people; i++) app.caller(`${service}${i}`, { not_after: '2027-01-12' }, service)
    app.free(FREED_START)
    const [from = 0, to = 0] = span(FREED_START)
    for (let tick = 0; tick < 24; tick++) {
      app.offerDue()
      for (const offer of app.openOffers()) if (tick % 2 === 0) refuseOffer(app.ctx(), offer.id)
      app.pass(HOUR)
    }
    const all = app.rows<{ starts_at: number; ends_at: number; service_id: string }>(
      'select offers.*, service_id from offers join waiting_entries on waiting_entries.id = entry_id',
    )
    for (const name of ['folgebehandlung', 'facial'])
      expect(all.filter(({ service_id }) => service_id === name).length).toBeGreaterThan(0)
    for (const offer of all.filter(({ service_id }) => service_id === 'folgebehandlung'))
      expect([offer.starts_at, offer.ends_at]).toEqual([from, to])
    // A longer appointment reaches beyond it, but always fills a part of it.
    for (const offer of all) expect(offer.starts_at < to && offer.ends_at > from).toBe(true)
    // The four have it once each, and nobody has anything else.
    expect(all).toHaveLength(6)
    expect(app.freedTimes()).toEqual([])
  })

  it('is not offered to somebody who joined after it was dropped, although an offer has covered it since', () => {
    app.free('2027-01-12T09:00:00+01:00')
    app.offerDue()
    app.caller('late')
    app.caller('long', {}, 'facial')
    app.free(FREED_START)
    // The second offer covers the half hour after the freed one.
    for (const name of ['late', 'long']) {
      app.offerDue()
      expect(app.openOffers()).toMatchObject([{ name }])
      refuseOffer(app.ctx(), app.openOfferId())
    }
    app.offerDue()
    expect([app.openOffers(), app.freedTimes()]).toEqual([[], []])
  })

  it('is not offered where the practice has offered time by hand that was free', () => {
    const first = app.caller('first')
    app.caller('second')
    offerByHand(app.assistant(), first.id, Date.parse(FREED_START))
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerDue()
    expect(app.openOffers()).toEqual([])
  })

  it('comes to others first once somebody has let three offers run out', () => {
    app.caller('silent')
    app.pass(MINUTE)
    app.caller('honest')
    const names: (string | undefined)[] = []
    for (let day = 12; day <= 16; day++) {
      app.at(`2027-01-${String(day - 4).padStart(2, '0')}T09:00:00+01:00`)
      app.free(`2027-01-${day + 6}T09:00:00+01:00`)
      app.offerDue()
      names.push(app.openOffers()[0]?.name)
      if (names.at(-1) === 'honest') break
      // The second one refuses what the first has not answered.
      app.pass(HOUR)
      app.offerDue()
      for (const offer of app.openOffers()) refuseOffer(app.ctx(), offer.id)
    }
    expect(names).toEqual(['silent', 'silent', 'silent', 'honest'])
  })

  it('is offered by day only, and the time to answer counts from then', () => {
    app.caller('waiting')
    app.at('2027-01-07T20:30:00+01:00')
    app.free(FREED_START)
    app.offerDue()
    app.at('2027-01-08T07:59:00+01:00')
    app.offerDue()
    expect(app.offers()).toEqual([])
    app.at('2027-01-08T08:00:00+01:00')
    makeDueOffers(app.ctx())
    expect(app.openOffers()).toMatchObject([{ expires_at: Date.parse('2027-01-08T09:00:00+01:00') }])
  })

  it('is offered only while it is at least three hours ahead', () => {
    app.caller('waiting')
    app.at('2027-01-11T22:00:00+01:00')
    app.free('2027-01-12T10:45:00+01:00')
    app.free('2027-01-12T11:15:00+01:00')
    app.at('2027-01-12T08:00:00+01:00')
    makeDueOffers(app.ctx())
    expect(app.openOffers()).toMatchObject([{ starts_at: Date.parse('2027-01-12T11:15:00+01:00') }])
    app.pass(HOUR)
    app.offerDue()
    expect(app.freedTimes()).toEqual([])
  })

  it('is promised until two hours before it begins at most', () => {
    writeSettings(app.ctx(), 'general', { offer_minutes: 720 })
    app.caller('waiting')
    app.free('2027-01-07T17:00:00+01:00')
    app.offerDue()
    expect(app.openOffers()).toMatchObject([{ expires_at: Date.parse('2027-01-07T15:00:00+01:00') }])
  })

  it('of many offers that ran out together is offered again without a look at the calendar for each time and person', () => {
    const { id } = closeTime(app.assistant(), { ...CLOSURE, from: '2027-01-11', to: '2027-01-15' })
    const people = 30
    for (let i = 0; i < people; i++) app.caller(`nr${i}`)
    deleteAbsence(app.assistant(), id)
    app.offerDue()
    expect(app.openOffers()).toHaveLength(people)
    const asked = recordQueries()
    app.pass(HOUR)
    makeDueOffers(app.ctx())
    app.offerDue()
    // With a look for every pair of time and person there would be more than 1,200.
    expect(asked.length).toBeLessThan(people * 15)
    expect(app.openOffers()).toHaveLength(people)
  })

  it('is offered to nobody whom neither e-mail nor SMS reaches', () => {
    app.caller('no mail')
    app.pass(MINUTE)
    const mobile = { service_id: 'folgebehandlung', name: 'mobile', email: '', mobile: '0664 1234567' }
    addToWaitingList(app.assistant(), { ...mobile, ...ANY_TIME })
    writeSettings(app.ctx(), 'general', { notify_muteEmail: true })
    app.free(FREED_START)
    app.offerDue()
    expect(app.openOffers().map(({ name }) => name)).toEqual(['mobile'])
    refuseOffer(app.ctx(), app.openOfferId())
    writeSettings(app.ctx(), 'general', { notify_off: true })
    app.free('2027-01-13T09:00:00+01:00')
    app.offerDue()
    expect(app.openOffers()).toEqual([])
  })

  it('waits while booking is closed, and is forgotten while the waiting list is off', () => {
    app.caller('waiting')
    app.free(FREED_START)
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    app.offerDue()
    expect(app.offers()).toEqual([])
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: false, waiting_list: false })
    app.offerDue()
    writeSettings(app.ctx(), 'general', { waiting_list: true })
    app.offerDue()
    expect(app.offers()).toEqual([])
  })

  it('waits while a fault keeps all e-mails from going out', () => {
    app.caller('rosa')
    app.free(FREED_START)
    recordFault(app.ctx(), 'email', 'Der E-Mail-Server nimmt die Anmeldung nicht an.', true)
    app.offerDue()
    expect(app.offers()).toEqual([])
    forgetFault(app.ctx(), 'email')
    app.offerDue()
    expect(app.shownOffers()).toEqual([['rosa', 'open', '2027-01-12T07:30']])
  })

  it('is not offered while the move that freed it can be taken back', () => {
    app.caller('waiting')
    const booking = app.aBooking(FREED_START)
    app.move(booking, LATER_START, { undoable: true })
    makeDueOffers(app.ctx())
    app.pass(UNDO_MS - 1)
    makeDueOffers(app.ctx())
    undoDecision(app.assistant(), booking.id)
    app.pass(HOUR)
    makeDueOffers(app.ctx())
    // The time that the move had taken.
    expect(app.shownOffers()).toEqual([['waiting', 'open', expect.stringMatching(/^2027-02-02T0/)]])
  })

  it('is offered after a restart when the process was killed in between', () => {
    const file = `${tempDir()}/ordi.db`
    app = openWaitingListApp({ file })
    app.caller('waiting')
    app.free(FREED_START)
    // A killed process leaves the file without a clean end.
    const restarted = openWaitingListApp({ file })
    restarted.pass(UNDO_MS)
    makeDueOffers(restarted.ctx())
    expect(restarted.openOffers().map(({ name }) => name)).toEqual(['waiting'])
    restarted.close()
    app.close()
  })
})
