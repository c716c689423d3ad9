import { describe, expect, it } from 'vitest'
import { erpEvents } from '../db/schema.ts'
import { listBusyConflicts } from '../schedule/busy-conflicts.ts'
import { HOUR } from '../shared/day.ts'
import { openPullApp } from '../testing/pull-app.ts'
import { recordEventChanges } from './our-events.ts'

/**
 * Ten o'clock in Vienna, to which the doctor moves an event. Its appointment begins at 08:30
 * (`addConfirmed`).
 */
const MOVED = { start: '2027-01-12 09:00:00', stop: '2027-01-12 09:30:00' }

describe('our own events', () => {
  it('are not busy times, even before their id is stored', async () => {
    const { addConfirmed, ctx, listBusyTimes, pull, pushASecondBefore } = await openPullApp()
    await pushASecondBefore(addConfirmed())
    await pull()
    expect(listBusyTimes()).toEqual([])
    // An interrupted push has created the event without storing its id.
    ctx().db.delete(erpEvents).run()
    await pull()
    expect(listBusyTimes()).toEqual([])
    expect(listBusyConflicts(ctx(), 'erp')).toEqual([])
  })

  it('that the doctor moves are recorded as moved until they are moved back', async () => {
    const { addConfirmed, listChanges, onlyEvent, pull, pushASecondBefore, simulator } = await openPullApp()
    await pushASecondBefore(addConfirmed())
    const { id, start, stop } = onlyEvent()
    simulator.changeEvent(id, MOVED)
    await pull()
    expect(listChanges()).toEqual(['moved to 2027-01-12T10:00:00+01:00'])
    expect(onlyEvent()).toMatchObject({ start: MOVED.start })
    simulator.changeEvent(id, { start, stop })
    await pull()
    expect(listChanges()).toEqual([null])
  })

  it('that were pushed after the reading began are newer than what was read', async () => {
    const { addConfirmed, ctx, listChanges, onlyEvent, pushASecondBefore, rows } = await openPullApp()
    await pushASecondBefore(addConfirmed())
    const [pushed] = rows<{ at: number }>('select pushed_at as at from erp_events')
    const pushedAt = pushed?.at ?? 0
    const startsAt = ctx().now
    const read = { id: onlyEvent().id, startsAt, endsAt: startsAt + HOUR, allday: false, active: true }
    recordEventChanges(ctx(), [read], pushedAt)
    expect(listChanges()).toEqual([null])
    recordEventChanges(ctx(), [read], pushedAt + 1)
    expect(listChanges()).toEqual([expect.stringMatching(/^moved to /)])
  })

  it('that the doctor archives or deletes are recorded as removed until the booking is pushed again', async () => {
    const { addConfirmed, listChanges, onlyEvent, pull, pushASecondBefore, simulator } = await openPullApp()
    const booking = addConfirmed()
    await pushASecondBefore(booking)
    const { id } = onlyEvent()
    simulator.changeEvent(id, { active: false })
    await pull()
    expect(listChanges()).toEqual(['removed'])

    simulator.removeEvent(id)
    await pull()
    expect(listChanges()).toEqual(['removed'])

    await pushASecondBefore(booking)
    await pull()
    expect(listChanges()).toEqual([null])
  })

  it('that the doctor makes all-day events are recorded without a new time', async () => {
    const { addConfirmed, listChanges, onlyEvent, pull, pushASecondBefore, simulator } = await openPullApp()
    await pushASecondBefore(addConfirmed())
    // Odoo chooses these times for the whole day.
    const wholeDay = { allday: true, start: '2027-01-12 08:00:00', stop: '2027-01-12 18:00:00' }
    simulator.changeEvent(onlyEvent().id, wholeDay)
    await pull()
    expect(listChanges()).toEqual(['moved to whole days'])
  })
})
