import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../shared/day.ts'
import { DISK_FULL, withFullDisk } from '../testing/full-disk.ts'
import {
  FREED_START,
  openWaitingListApp,
  spanFrom,
  type WaitingListApp,
} from '../testing/waiting-list-app.ts'

/** The second time in tests of two freed times. */
const SECOND_FREED_START = '2027-01-13T09:00:00+01:00'

let app: WaitingListApp

beforeEach(() => {
  app = openWaitingListApp()
})

describe('a freed time', () => {
  // Each `sql` is run by the trigger, whose `new` is the first offer.
  it.each([
    { change: 'ended the wait', sql: `update waiting_entries set ended_at = 1 where name = 'second'` },
    {
      change: 'offered another time',
      sql: `insert into offers (id, entry_id, resource_id, starts_at, ends_at, status, created_at, expires_at)
        select 'other-offer', id, new.resource_id, 0, 1, 'open', new.created_at, new.expires_at
        from waiting_entries where name = 'second'`,
    },
    {
      change: 'given the time away',
      sql: `insert into occupations (resource_id, starts_at, ends_at)
        values (new.resource_id, ${spanFrom(SECOND_FREED_START).join()})`,
    },
  ])('is not offered to the second person when another process has just $change', ({ sql }) => {
    app.addCaller('first')
    app.pass(MINUTE)
    app.addCaller('second')
    app.freeTime(FREED_START)
    app.freeTime(SECOND_FREED_START)
    // Both times are offered in one step. The trigger plays the other process after the first offer, when the
    // queue has already been read.
    app.ctx().db.$client.exec(`create trigger other_process after insert on offers begin ${sql}; end`)
    app.offerAfterUndoTime()
    // The offer inserted by the trigger starts at 0.
    expect(app.listOffers().filter(({ starts_at }) => starts_at > 0)).toMatchObject([{ name: 'first' }])
  })

  it('stays recorded when the database fails, and is offered afterwards', () => {
    app.addCaller('first')
    app.freeTime(FREED_START)
    withFullDisk(app.ctx(), 'insert on offers', () =>
      expect(() => app.offerAfterUndoTime()).toThrow(DISK_FULL),
    )
    expect(app.listFreedTimes()).toHaveLength(1)
    app.offerAfterUndoTime()
    expect(app.summariseOffers()).toEqual([['first', 'open', FREED_START]])
  })
})
