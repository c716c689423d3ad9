import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { verifyEmailAddress } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { ANY_TIME, openWaitingListApp, type WaitingListApp } from '../testing/waiting-list-app.ts'
import { decideBooking } from './decisions.ts'
import {
  addToWaitingList,
  deleteEndedEntries,
  endDueEntries,
  leaveWaitingList,
  listWaiting,
} from './waiting-list.ts'

/** The app's clock stands at Thursday, 7 January 2027, 13:40. */
const FREED = '2027-01-12T08:30:00+01:00'
const LATE = '2027-02-02T09:00:00+01:00'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

const codeOf = (call: () => unknown) => refusalOf(call)?.code

describe('an entry', () => {
  it('keeps its place and its offer when its wishes are changed', () => {
    const first = app.caller('first')
    app.pass(MINUTE)
    app.caller('second')
    expect(app.caller('first', { parts: ['morning'] })).toMatchObject({ id: first.id, parts: ['morning'] })
    expect(listWaiting(app.ctx()).map(({ name }) => name)).toEqual(['first', 'second'])
  })

  it('keeps the name and the number that the practice has entered when the patient changes the wishes', async () => {
    const browser = app.browser()
    await verifyEmailAddress(app, browser, 'otto@warteliste.example')
    const person = { name: 'Otto Beispielmann', email: 'otto@warteliste.example', mobile: '0660 0000034' }
    addToWaitingList(app.assistant(), { service_id: 'folgebehandlung', ...person, ...ANY_TIME })
    const { email } = person
    const wishes = { ...ANY_TIME, parts: ['morning'] }
    await browser.post('/api/waiting-list', { service_id: 'folgebehandlung', email, ...wishes })
    expect(listWaiting(app.ctx())).toMatchObject([{ ...person, parts: ['morning'] }])
  })

  it('ends when its last day is over or its appointment has begun, and is deleted a day later', () => {
    app.caller('until', { not_after: '2027-01-08' })
    app.wait(app.aBooking('2027-01-08T09:00:00+01:00'))
    app.at('2027-01-08T09:00:00+01:00')
    endDueEntries(app.ctx())
    expect(listWaiting(app.ctx()).map(({ name }) => name)).toEqual(['until'])
    app.at('2027-01-09T00:00:00+01:00')
    endDueEntries(app.ctx())
    expect(listWaiting(app.ctx())).toEqual([])
    app.pass(24 * HOUR)
    deleteEndedEntries(app.ctx())
    expect(app.rows('select id from waiting_entries')).toEqual([])
  })

  it('is deleted with the number to which an SMS without an appointment went', () => {
    const person = { service_id: 'folgebehandlung', name: 'Otto', email: '', mobile: '0660 0000034' }
    const { id } = addToWaitingList(app.assistant(), { ...person, ...ANY_TIME })
    app.free(FREED)
    app.offerDue()
    leaveWaitingList(app.ctx(), id)
    app.pass(24 * HOUR)
    const sms = () =>
      app.rows(`select recipient, text <> '' as full from messages where kind = 'offer' and channel = 'sms'`)
    expect(sms()).toEqual([{ recipient: '+436600000034', full: 1 }])
    deleteEndedEntries(app.ctx())
    expect(sms()).toEqual([{ recipient: '', full: 0 }])
  })

  it('ends with its offer when somebody does not want to wait any more', () => {
    const { id } = app.caller('rosa')
    app.free(FREED)
    app.offerDue()
    leaveWaitingList(app.ctx(), id)
    leaveWaitingList(app.ctx(), id)
    expect(app.occupied()).toEqual([])
    expect(app.shownOffers()).toEqual([['rosa', 'withdrawn', '2027-01-12T07:30']])
  })

  it('ends when its appointment is called off', () => {
    const booking = app.aBooking(LATE, { status: 'requested' })
    app.wait(booking)
    decideBooking(app.assistant(), booking.id, 'reject', '')
    expect(listWaiting(app.ctx())).toEqual([])
  })

  it('gets nothing while its service is not offered', () => {
    app.caller('rosa')
    app.rows(`update services set active = 0 where id = 'folgebehandlung' returning id`)
    app.free(FREED)
    app.offerDue()
    expect(app.offers()).toEqual([])
  })

  it('is refused for an appointment that is called off or has begun, and without the service', () => {
    expect(codeOf(() => app.wait(app.aBooking(LATE, { status: 'cancelled' })))).toBe('already_decided')
    expect(codeOf(() => app.wait(app.aBooking('2027-01-07T13:00:00+01:00')))).toBe('too_late')
    expect(codeOf(() => app.caller('rosa', {}, 'unknown'))).toBe('service_not_found')
    writeSettings(app.ctx(), 'general', { waiting_list: false })
    expect(codeOf(() => app.caller('rosa'))).toBe('closed')
  })
})
