import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { DAY_LENGTH, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { insertLoggedMessage } from '../../testing/logged-message.ts'
import { refusalOf } from '../../testing/refusal.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { getMessage, listLog } from './log.ts'
import { searchLog } from './log-search.ts'
import { outboxState } from './state.ts'

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true }).ctx()
})

it('a message is found by its id only on its channel and for its booking', () => {
  const { id: ownBooking } = insertBooking(ctx.db, { startsAt: NOW })
  const { id: otherBooking } = insertBooking(ctx.db, { startsAt: NOW + DAY_LENGTH })
  const id = insertLoggedMessage(ctx, { bookingId: ownBooking })
  insertLoggedMessage(ctx, { bookingId: otherBooking })
  expect(getMessage(ctx, 'email', id)).toMatchObject({ id, bookingId: ownBooking })
  expect(getMessage(ctx, 'email', id, ownBooking)).toMatchObject({ id })
  expect(refusalOf(() => getMessage(ctx, 'email', id, otherBooking))?.code).toBe('not found')
  expect(refusalOf(() => getMessage(ctx, 'sms', id))?.code).toBe('not found')
})

describe('the log of failed and other messages', () => {
  const listRows = (filter: object) => listLog(ctx, 'email', { limit: 100, ...filter }).rows
  const listIds = (filter: object) => listRows(filter).map(({ id }) => id)

  /**
   * Inserts five failed messages, of which only `open` is an open failure, and two others.
   * @returns the ids of the failed messages, by the reason why they are open or not
   */
  function insertFailures() {
    const { id: bookingId, startsAt } = insertBooking(ctx.db, { status: 'confirmed' })
    const { id: pastBooking } = insertBooking(ctx.db, { startsAt: NOW - 2 * MINUTE, endsAt: NOW - MINUTE })
    const { id: cancelledBooking } = insertBooking(ctx.db, {
      status: 'cancelled',
      startsAt: startsAt + DAY_LENGTH,
    })
    const settlement = { settledAt: NOW, settledBy: 'gerda@ordination.example' }
    const failures = {
      open: insertLoggedMessage(ctx, { status: 'failed', bookingId }),
      ofPast: insertLoggedMessage(ctx, { status: 'failed', bookingId: pastBooking }),
      ofCancelled: insertLoggedMessage(ctx, {
        status: 'failed',
        bookingId: cancelledBooking,
        kind: 'confirmed',
      }),
      settled: insertLoggedMessage(ctx, { status: 'failed', bookingId, ...settlement }),
      test: insertLoggedMessage(ctx, { status: 'failed', kind: 'test' }),
    }
    insertLoggedMessage(ctx, { status: 'muted', bookingId })
    insertLoggedMessage(ctx, { status: 'queued', bookingId })
    return failures
  }

  it('filtered by open failures has the messages that the state counts and the log marks as such', () => {
    const { open } = insertFailures()
    expect(listIds({ open: true })).toEqual([open])
    expect(outboxState(ctx).email.failed).toBe(1)
    const marked = listRows({}).filter(({ isOpen }) => isOpen)
    expect(marked.map(({ id }) => id)).toEqual([open])
    expect(listRows({ open: true, status: 'unknown' })).toEqual([])
  })

  it('lists the messages of a status, the newest first', () => {
    const { open, ofPast, ofCancelled, settled, test } = insertFailures()
    expect(listIds({ status: 'failed' })).toEqual([test, settled, ofCancelled, ofPast, open])
  })

  it('goes on with the messages that are older than a given one', () => {
    const { open, ofPast, ofCancelled, settled } = insertFailures()
    expect(listIds({ status: 'failed', before: settled })).toEqual([ofCancelled, ofPast, open])
  })

  it('is searched with the same filters', () => {
    const { open, ofPast, ofCancelled, settled } = insertFailures()
    const findIds = (filter: object) => [...searchLog(ctx, 'email', 'a@b', filter)].flat()
    expect(findIds({ open: true })).toEqual([open])
    expect(findIds({ status: 'failed', before: settled })).toEqual([ofCancelled, ofPast, open])
  })

  it('says whether there are more messages than the limit of a page', () => {
    for (let i = 0; i < 3; i++) insertLoggedMessage(ctx, {})
    const hasMore = (limit: number) => listLog(ctx, 'email', { limit }).more
    expect(hasMore(2)).toBe(true)
    expect(hasMore(3)).toBe(false)
  })
})
