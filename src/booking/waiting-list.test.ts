import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import { verifyEmailAddress } from '../testing/factory.ts'
import { refusalCode } from '../testing/refusal.ts'
import {
  ANY_TIME,
  FREED_START,
  LATER_START,
  openWaitingListApp,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { listWaiting } from './waiting-entries.ts'
import { addToWaitingList } from './waiting-list.ts'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  // Callers of the tests have no e-mail address, so an offer can reach them only by SMS.
  app.setUpSms()
})

describe('an entry', () => {
  const OTTO = {
    service_id: 'folgebehandlung',
    name: 'Otto Beispielmann',
    email: '',
    mobile: '05572 123456',
    ...ANY_TIME,
  }

  it('of a caller without an e-mail address who is added again stays one, with the new wishes', () => {
    const { id } = addToWaitingList(app.assistant(), OTTO)
    const again = addToWaitingList(app.assistant(), { ...OTTO, not_after: '2027-01-31' })
    expect(again).toMatchObject({ id, notAfterOn: '2027-01-31' })
    expect(listWaiting(app.ctx())).toHaveLength(1)
  })

  it.each([
    { what: 'name', changes: { name: 'Jodok Beispielmann' } },
    { what: 'number', changes: { mobile: '05572 654321' } },
    { what: 'service', changes: { service_id: 'akupunktur' } },
  ])('of a caller without an e-mail address is another one for another $what', ({ changes }) => {
    addToWaitingList(app.assistant(), OTTO)
    addToWaitingList(app.assistant(), { ...OTTO, ...changes })
    expect(listWaiting(app.ctx())).toHaveLength(2)
  })

  it('keeps its place when its wishes are changed', () => {
    const first = app.addCaller('first')
    app.pass(MINUTE)
    app.addCaller('second')
    expect(app.addCaller('first', { parts: ['morning'] })).toMatchObject({ id: first.id, parts: ['morning'] })
    expect(listWaiting(app.ctx()).map(({ name }) => name)).toEqual(['first', 'second'])
  })

  it('keeps the name and number that the practice has entered when the patient changes the wishes', async () => {
    const browser = app.browser()
    await verifyEmailAddress(app, browser, 'otto@warteliste.example')
    const person = { name: 'Otto Beispielmann', email: 'otto@warteliste.example', mobile: '0660 0000034' }
    addToWaitingList(app.assistant(), { service_id: 'folgebehandlung', ...person, ...ANY_TIME })

    const wishes = { ...ANY_TIME, parts: ['morning'] }
    const changed = { service_id: 'folgebehandlung', email: person.email, ...wishes }
    await browser.post('/api/waiting-list', changed)
    expect(listWaiting(app.ctx())).toMatchObject([{ ...person, parts: ['morning'] }])
  })

  it('gets no offer while its service is not active', () => {
    app.addCaller('rosa')
    app.changeRows(`update services set active = 0 where id = 'folgebehandlung'`)
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    expect(app.listOffers()).toEqual([])
  })

  it('is refused for an appointment that was cancelled', () => {
    const cancelled = app.addBooking(LATER_START, { status: 'cancelled' })
    expect(refusalCode(() => app.joinWithBooking(cancelled))).toBe('already_decided')
  })

  it('is refused for an appointment that has begun', () => {
    // In the app it is 13:40.
    const begun = app.addBooking('2027-01-07T13:00:00+01:00')
    expect(refusalCode(() => app.joinWithBooking(begun))).toBe('too_late')
  })

  it('is refused for an unknown service', () => {
    expect(refusalCode(() => app.addCaller('rosa', { service_id: 'unknown' }))).toBe('service_not_found')
  })

  it('is refused while the waiting list is switched off', () => {
    writeSettings(app.ctx(), 'general', { waiting_list: false })
    expect(refusalCode(() => app.addCaller('rosa'))).toBe('closed')
  })
})
