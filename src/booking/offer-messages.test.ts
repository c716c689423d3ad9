import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import {
  ANY_TIME,
  FREED_START,
  LATER_START,
  openWaitingListApp,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { addToWaitingList } from './waiting-list.ts'

let app: WaitingListApp

beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

describe('the messages of an offer', () => {
  type Sent = { channel: string; recipient: string; subject: string; text: string }
  /** Offers the time to the patient of an appointment, and returns the messages about it. */
  const offerToPatient = () => {
    app.joinWithBooking(app.addBooking(LATER_START, { priceCents: 4200 }))
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    return app.rows<Sent>(`select * from messages where kind = 'offer' and status = 'queued' order by id`)
  }

  it('are an e-mail and an SMS, each with a link to answer', () => {
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

  it('name the appointment’s own service and price, in the e-mail only', () => {
    const [email, sms] = offerToPatient()
    expect(email?.text.replaceAll('\u00a0', ' ')).toMatch(
      /^Leistung: Akupunktur\nDauer: ca\. 30 Min\nPreis: € 42\nOrt: Beispielstraße 1, 6850 Dornbirn\nIhr Termin bisher: /m,
    )
    expect(sms?.text).not.toMatch(/Akupunktur|Preis/)
  })
})

describe('an offer', () => {
  it('to a minor for whom no adult books is sent by e-mail only', () => {
    app.joinWithBooking(app.addBooking(LATER_START, { birthOn: '2019-03-14' }))
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    expect(app.rows(`select channel, status from messages where kind = 'offer' order by id`)).toEqual([
      { channel: 'email', status: 'queued' },
      { channel: 'sms', status: 'muted' },
    ])
  })

  it('is not made to a minor without an e-mail address, whom no message can reach', () => {
    app.joinWithBooking(app.addBooking(LATER_START, { birthOn: '2019-03-14', email: '' }))
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    expect(app.listOffers()).toEqual([])
  })

  it('is made only to somebody whom an SMS reaches while e-mails are off', () => {
    app.addCaller('no mobile')
    app.pass(MINUTE)
    const caller = { service_id: 'folgebehandlung', name: 'mobile', email: '', mobile: '0664 1234567' }
    addToWaitingList(app.assistant(), { ...caller, ...ANY_TIME })
    writeSettings(app.ctx(), 'general', { notify_muteEmail: true })
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    expect(app.listOffers().map(({ name }) => name)).toEqual(['mobile'])
  })

  it('is not made while notifications are off', () => {
    app.addCaller('waiting')
    writeSettings(app.ctx(), 'general', { notify_off: true })
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    expect(app.listOffers()).toEqual([])
  })
})
