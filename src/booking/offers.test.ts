import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { closeHolidays, setHolidayOpen } from '../schedule/holidays.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import type { Wishes } from '../shared/waiting-list.ts'
import {
  ANY_TIME,
  FREED_START,
  LATER_START,
  openWaitingListApp,
  span,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { decideBooking } from './decisions.ts'
import { suggestForMove } from './move-suggestions.ts'
import { refuseOffer } from './offer-answers.ts'
import { nextOffer } from './offers.ts'
import { UNDO_MS } from './undo.ts'
import { addToWaitingList } from './waiting-list.ts'

let app: WaitingListApp

beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

describe('time that has become free', () => {
  it('is offered to the one who waits longest and whom it fits', () => {
    app.caller('tuesdays', { weekdays: [3] })
    app.pass(MINUTE)
    app.wait(app.aBooking(LATER_START, { firstName: 'Rosa' }))
    app.pass(MINUTE)
    app.caller('later')
    app.free(FREED_START)
    app.offerDue()
    expect(app.shownOffers()).toEqual([['Rosa', 'open', '2027-01-12T07:30']])
  })

  it('is occupied for an hour while it is offered to one, and is offered to nobody else', () => {
    app.wait(app.aBooking(LATER_START))
    app.caller('later')
    app.free(FREED_START)
    app.offerDue()
    expect(app.occupied()).toEqual([span(FREED_START), span(LATER_START)])
    expect(app.openOffers()).toMatchObject([{ expires_at: app.ctx().now + HOUR }])
    app.offerDue()
    expect(app.offers()).toHaveLength(1)
  })

  describe('in its messages', () => {
    type Sent = { channel: string; recipient: string; subject: string; text: string }
    /** Offers the time to the patient of an appointment, and returns the messages about it. */
    const offerToPatient = () => {
      app.wait(app.aBooking(LATER_START, { priceCents: 4200 }))
      app.free(FREED_START)
      app.offerDue()
      return app.rows<Sent>(`select * from messages where kind = 'offer' and status = 'queued' order by id`)
    }

    it('is offered by e-mail and SMS, with a link to answer', () => {
      const sent = offerToPatient()
      expect(sent.map(({ channel, recipient }) => [channel, recipient])).toEqual([
        ['email', 'rosa@musterfrau.example'],
        ['sms', '+436641234567'],
      ])
      for (const { text } of sent) expect(text).toContain(`/patient/offer?id=${app.openOfferId()}`)
      expect(sent.map(({ subject }) => subject)).toEqual([
        expect.stringMatching(/^Frei geworden: Dienstag, 12\.\sJänner 2027, 08:30 Uhr$/),
        '',
      ])
    })

    it('has the service and the price of the appointment in the e-mail, whatever the service costs now', () => {
      const [email, sms] = offerToPatient()
      expect(email?.text.replaceAll('\u00a0', ' ')).toMatch(
        /^Leistung: Akupunktur\nDauer: ca\. 30 Min\nPreis: € 42\nOrt: Beispielstraße 1, 6850 Dornbirn\nIhr Termin bisher: /m,
      )
      expect(sms?.text).not.toMatch(/Akupunktur|Preis/)
    })
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

  describe('that one does not take', () => {
    /** Offers the time to the first of three. */
    beforeEach(() => {
      for (const name of ['first', 'second', 'third']) {
        app.caller(name)
        app.pass(MINUTE)
      }
      app.free(FREED_START)
      app.offerDue()
    })

    it('goes to the next one when it is refused', () => {
      refuseOffer(app.ctx(), app.openOfferId())
      app.offerDue()
      expect(app.shownOffers()).toEqual([
        ['first', 'refused', '2027-01-12T07:30'],
        ['second', 'open', '2027-01-12T07:30'],
      ])
    })

    it('goes to the next one when the offer has run out', () => {
      app.pass(HOUR)
      app.offerDue()
      app.offerDue()
      expect(app.shownOffers()).toEqual([
        ['first', 'expired', '2027-01-12T07:30'],
        ['second', 'open', '2027-01-12T07:30'],
      ])
    })

    it('is offered to each once, who then wait on for other times', () => {
      for (let i = 0; i < 3; i++) {
        app.pass(HOUR)
        app.offerDue()
        app.offerDue()
      }
      expect(app.shownOffers()).toHaveLength(3)
      expect([app.openOffers(), app.occupied()]).toEqual([[], []])
      app.free('2027-01-13T09:00:00+01:00')
      app.offerDue()
      expect(app.openOffers().map(({ name }) => name)).toEqual(['first'])
    })
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
})

describe('time to offer', () => {
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
})

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

it('the next offer is due ten seconds after time was freed, or when an offer runs out', () => {
  const { now } = app.ctx()
  expect(nextOffer(app.ctx())).toBeUndefined()
  app.caller('rosa')
  app.free(FREED_START)
  expect(nextOffer(app.ctx())).toBe(now + UNDO_MS)
  app.offerDue()
  const expiresAt = app.openOffers()[0]?.expires_at
  expect(nextOffer(app.ctx())).toBe(expiresAt)
  app.free('2027-01-13T08:30:00+01:00')
  expect(nextOffer(app.ctx())).toBe(app.ctx().now + UNDO_MS)
})
