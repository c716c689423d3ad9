import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_LENGTH } from '../shared/day.ts'
import {
  ANY_TIME,
  FREED_START,
  LATER_START,
  openWaitingListApp,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { decideBooking } from './decisions.ts'
import { deleteEndedEntries, endDueEntries, leaveWaitingList } from './ended-entries.ts'
import { listWaiting } from './waiting-entries.ts'
import { addToWaitingList } from './waiting-list.ts'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

/** Returns the number of people who still wait. */
const countWaiting = () => listWaiting(app.ctx()).length

describe('an entry', () => {
  it('ends when its appointment begins', () => {
    app.joinWithBooking(app.addBooking('2027-01-08T09:00:00+01:00'))
    app.setClock('2027-01-08T08:59:59+01:00')
    endDueEntries(app.ctx())
    expect(countWaiting()).toBe(1)
    app.setClock('2027-01-08T09:00:00+01:00')
    endDueEntries(app.ctx())
    expect(countWaiting()).toBe(0)
  })

  it('ends when its last day is over, and is deleted a day later', () => {
    app.addCaller('Otto', { not_after: '2027-01-08' })
    app.setClock('2027-01-08T23:59:59+01:00')
    endDueEntries(app.ctx())
    expect(countWaiting()).toBe(1)
    app.setClock('2027-01-09T00:00:00+01:00')
    endDueEntries(app.ctx())
    expect(countWaiting()).toBe(0)

    const countStored = () => app.rows('select id from waiting_entries').length
    app.pass(DAY_LENGTH - 1)
    deleteEndedEntries(app.ctx())
    expect(countStored()).toBe(1)
    app.pass(1)
    deleteEndedEntries(app.ctx())
    expect(countStored()).toBe(0)
  })

  it('without an appointment is deleted with the recipient and text of its SMS', () => {
    const person = { service_id: 'folgebehandlung', name: 'Otto', email: '', mobile: '0660 0000034' }
    const { id } = addToWaitingList(app.assistant(), { ...person, ...ANY_TIME })
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    leaveWaitingList(app.ctx(), id)
    app.pass(DAY_LENGTH)
    const listSms = () =>
      app.rows(`select recipient, text <> '' as full from messages where kind = 'offer' and channel = 'sms'`)
    expect(listSms()).toEqual([{ recipient: '+436600000034', full: 1 }])
    deleteEndedEntries(app.ctx())
    expect(listSms()).toEqual([{ recipient: '', full: 0 }])
  })

  it('ends once, together with its offer, when the patient leaves the waiting list', () => {
    const { id } = app.addCaller('rosa')
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    leaveWaitingList(app.ctx(), id)
    leaveWaitingList(app.ctx(), id)
    expect(app.occupied()).toEqual([])
    expect(app.summariseOffers()).toEqual([['rosa', 'withdrawn', FREED_START]])
  })

  it('ends when its appointment is called off', () => {
    const booking = app.addBooking(LATER_START, { status: 'requested' })
    app.joinWithBooking(booking)
    decideBooking(app.assistant(), booking.id, { decision: 'reject' })
    expect(countWaiting()).toBe(0)
  })
})
