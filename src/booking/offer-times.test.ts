import { beforeEach, describe, expect, it } from 'vitest'
import { forgetFault, recordFault } from '../messaging/outbox/faults.ts'
import { writeSettings } from '../practice/settings.ts'
import { deleteAbsence } from '../schedule/absences.ts'
import { HOUR } from '../shared/day.ts'
import { recordQueries } from '../testing/queries.ts'
import { tempDir } from '../testing/temp-dir.ts'
import {
  FREED_START,
  LATER_START,
  openWaitingListApp,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'
import { closeTime } from './closed-times.ts'
import { makeDueOffers } from './offers.ts'
import { undoChange } from './undo.ts'
import { UNDO_MS } from './undoable-changes.ts'

let app: WaitingListApp

beforeEach(() => {
  app = openWaitingListApp()
  app.setUpSms()
})

const CLOSURE = { kind: 'closure', title: '', reason: '', resource_id: null } as const

describe('a freed time', () => {
  it('is offered by day only, and its offer expires an hour later', () => {
    app.addCaller('waiting')
    // No offers are made from 20:00 to 08:00.
    app.setClock('2027-01-07T20:30:00+01:00')
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    app.setClock('2027-01-08T07:59:00+01:00')
    app.offerAfterUndoTime()
    expect(app.listOffers()).toEqual([])
    app.setClock('2027-01-08T08:00:00+01:00')
    makeDueOffers(app.ctx())
    expect(app.listOpenOffers()).toMatchObject([{ expires_at: Date.parse('2027-01-08T09:00:00+01:00') }])
  })

  it('is offered only if it is at least three hours ahead', () => {
    app.addCaller('waiting')
    app.setClock('2027-01-11T22:00:00+01:00')
    const tooSoon = '2027-01-12T10:45:00+01:00'
    const farEnough = '2027-01-12T11:15:00+01:00'
    app.freeTime(tooSoon)
    app.freeTime(farEnough)
    app.setClock('2027-01-12T08:00:00+01:00')
    makeDueOffers(app.ctx())
    expect(app.listOpenOffers()).toMatchObject([{ starts_at: Date.parse(farEnough) }])
    app.pass(HOUR)
    app.offerAfterUndoTime()
    expect(app.listFreedTimes()).toEqual([])
  })

  it('is reserved by its offer until two hours before it begins at the latest', () => {
    const halfADay = 12 * 60
    writeSettings(app.ctx(), 'general', { offer_minutes: halfADay })
    app.addCaller('waiting')
    app.freeTime('2027-01-07T17:00:00+01:00')
    app.offerAfterUndoTime()
    expect(app.listOpenOffers()).toMatchObject([{ expires_at: Date.parse('2027-01-07T15:00:00+01:00') }])
  })

  it('is withdrawn from a patient when an undo makes the appointment earlier again', () => {
    const booking = app.addBooking(LATER_START)
    app.joinWithBooking(booking)
    app.freeTime(FREED_START)
    app.pass(UNDO_MS)
    app.moveByStaff(booking, '2027-02-03T09:00:00+01:00', { undoable: true })
    makeDueOffers(app.ctx())
    expect(app.listOpenOffers()).toHaveLength(1)
    undoChange(app.assistant(), booking.id)
    expect(app.listOpenOffers()).toEqual([])
  })

  it('is offered after a restart if the process was killed', () => {
    const file = `${tempDir()}/ordi.db`
    app = openWaitingListApp({ file })
    app.addCaller('waiting')
    app.freeTime(FREED_START)
    // A killed process does not close the database, so it is still open here.
    const restarted = openWaitingListApp({ file })
    restarted.pass(UNDO_MS)
    makeDueOffers(restarted.ctx())
    expect(restarted.listOpenOffers().map(({ name }) => name)).toEqual(['waiting'])
    restarted.close()
    app.close()
  })

  it('is offered again after many offers expired together, without queries for each time and person', () => {
    const { id } = closeTime(app.assistant(), { ...CLOSURE, from: '2027-01-11', to: '2027-01-15' })
    const people = 30
    const mostQueriesEach = 15
    for (let i = 0; i < people; i++) app.addCaller(`nr${i}`)
    deleteAbsence(app.assistant(), id)
    app.offerAfterUndoTime()
    expect(app.listOpenOffers()).toHaveLength(people)
    const queries = recordQueries()
    app.pass(HOUR)
    makeDueOffers(app.ctx())
    app.offerAfterUndoTime()
    // A query for each pair of time and person would make more than 1,200.
    expect(queries.length).toBeLessThan(people * mostQueriesEach)
    expect(app.listOpenOffers()).toHaveLength(people)
  })
})

describe('a freed time that cannot be offered yet', () => {
  it('waits while booking is closed', () => {
    app.addCaller('waiting')
    app.freeTime(FREED_START)
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    app.offerAfterUndoTime()
    expect(app.listOffers()).toEqual([])
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: false })
    app.offerAfterUndoTime()
    expect(app.summariseOffers()).toEqual([['waiting', 'open', FREED_START]])
  })

  it('is dropped if the waiting list is switched off', () => {
    app.addCaller('waiting')
    app.freeTime(FREED_START)
    writeSettings(app.ctx(), 'general', { waiting_list: false })
    app.offerAfterUndoTime()
    writeSettings(app.ctx(), 'general', { waiting_list: true })
    app.offerAfterUndoTime()
    expect(app.listOffers()).toEqual([])
  })

  it('waits while e-mails cannot be sent', () => {
    app.addCaller('rosa')
    app.freeTime(FREED_START)
    recordFault(app.ctx(), 'email', 'Der E-Mail-Server nimmt die Anmeldung nicht an.', { pauses: true })
    app.offerAfterUndoTime()
    expect(app.listOffers()).toEqual([])
    forgetFault(app.ctx(), 'email')
    app.offerAfterUndoTime()
    expect(app.summariseOffers()).toEqual([['rosa', 'open', FREED_START]])
  })

  it('waits while the move that freed it can be undone', () => {
    app.addCaller('waiting')
    const booking = app.addBooking(FREED_START)
    app.moveByStaff(booking, LATER_START, { undoable: true })
    makeDueOffers(app.ctx())
    app.pass(UNDO_MS - 1)
    makeDueOffers(app.ctx())
    undoChange(app.assistant(), booking.id)
    app.pass(HOUR)
    makeDueOffers(app.ctx())
    // The undone move has freed only the time to which it moved.
    expect(app.summariseOffers()).toEqual([['waiting', 'open', LATER_START]])
  })
})
