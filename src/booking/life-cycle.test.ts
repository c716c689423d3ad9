import { beforeEach, describe, expect, it } from 'vitest'
import { inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { type Action, practiceMessage, TRANSITIONS, transition } from './life-cycle.ts'

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

type Status = Booking['status']

/**
 * The new status, by the status before and the action. All other actions are refused (docs/behaviour.md 8).
 */
const NEW_STATUSES: Readonly<Record<Status, Partial<Record<Action, Status>>>> = {
  requested: { confirm: 'confirmed', reject: 'rejected', cancel: 'cancelled' },
  confirmed: { cancel: 'cancelled' },
  rejected: {},
  cancelled: {},
}

const STATUSES = Object.keys(NEW_STATUSES) as Status[]
/** Every action in every status; `to` is undefined where the action is refused. */
const CASES = STATUSES.flatMap((status) =>
  (Object.keys(TRANSITIONS) as Action[]).map((action) => ({
    status,
    action,
    to: NEW_STATUSES[status][action],
  })),
)

const MESSAGE = 'Ein Wort dazu.'

/** Runs the action as a visitor, so for the patient, with a message. */
const takeAction = (booking: Booking, action: Action) =>
  inTx(app.ctx(), () => transition(app.ctx(), booking, action, { message: MESSAGE }))
const readStored = () => ({
  bookings: app.rows<{ status: Status }>('select * from bookings'),
  occupations: app.rows('select * from occupations'),
  events: app.rows('select * from events order by id'),
})

describe('every action in every state', () => {
  it.each(CASES.filter(({ to }) => to !== undefined))(
    '$action makes a $status booking $to',
    ({ status, action, to }) => {
      const booking = insertBooking(app.ctx().db, { status })
      const storedBefore = readStored()

      const changedBooking = takeAction(booking, action)

      expect(changedBooking).toEqual({
        ...booking,
        status: to,
        updatedAt: app.ctx().now,
        // Only a confirmed appointment is in the patient's calendar.
        calendarSequence: status === 'confirmed' ? 1 : 0,
        // The statistics still need these columns after the history has been deleted.
        ...(to === 'cancelled'
          ? { cancelledBy: 'patient', cancelledAheadMs: booking.startsAt - app.ctx().now }
          : { answeredAfterMs: app.ctx().now - booking.createdAt }),
      })
      expect(app.rows('select status from bookings')).toEqual([{ status: to }])
      const keepsTime = to === 'confirmed'
      expect(readStored().occupations).toEqual(keepsTime ? storedBefore.occupations : [])
      expect(readStored().events.slice(storedBefore.events.length)).toMatchObject([
        {
          booking_id: booking.id,
          kind: to,
          actor: 'visitor',
          actor_name: '',
          message: MESSAGE,
          at: app.ctx().now,
        },
      ])
    },
  )

  it.each(CASES.filter(({ to }) => to === undefined))(
    '$action is refused for a $status booking, and changes nothing',
    ({ status, action }) => {
      const booking = insertBooking(app.ctx().db, { status })
      const storedBefore = readStored()
      expect(refusalOf(() => takeAction(booking, action))?.code).toBe('already_decided')
      expect(readStored()).toEqual(storedBefore)
    },
  )
})

describe('an action on an outdated booking', () => {
  const OUTDATED_CASES = CASES.flatMap(({ status: readStatus, action }) =>
    STATUSES.filter((status) => status !== readStatus).map((status) => ({ readStatus, status, action })),
  )
  it.each(OUTDATED_CASES)(
    'is refused: $action of a booking that was read as $readStatus and is $status meanwhile',
    ({ readStatus, status, action }) => {
      const booking = insertBooking(app.ctx().db, { status })
      const storedBefore = readStored()
      const outdated = { ...booking, status: readStatus }
      expect(refusalOf(() => takeAction(outdated, action))?.code).toBe('already_decided')
      expect(readStored()).toEqual(storedBefore)
    },
  )
})

describe('an action by a member of staff', () => {
  const asAdmin = () => ({
    ...app.ctx(),
    actor: { kind: 'admin', id: 7, email: 'a@ordination.example' } as const,
  })

  it('is recorded in the history and the audit under that member’s name', () => {
    const booking = insertBooking(app.ctx().db)
    inTx(app.ctx(), () => transition(asAdmin(), booking, 'confirm', { message: '' }))
    expect(app.rows(`select actor, actor_name from events where kind = 'confirmed'`)).toEqual([
      { actor: 'admin', actor_name: 'a@ordination.example' },
    ])
    expect(app.rows('select action, actor_name from audit')).toEqual([
      { action: 'booking-confirmed', actor_name: 'a@ordination.example' },
    ])
  })

  it('cancels on behalf of the practice, or of a patient who has called', () => {
    const cancelNew = (details: { canceller?: 'patient' } = {}) => {
      const booking = insertBooking(app.ctx().db)
      return inTx(app.ctx(), () => transition(asAdmin(), booking, 'cancel', { message: '', ...details }))
    }
    expect(cancelNew().cancelledBy).toBe('practice')
    expect(cancelNew({ canceller: 'patient' }).cancelledBy).toBe('patient')
  })
})

it('an action by a patient is not audited', () => {
  takeAction(insertBooking(app.ctx().db), 'cancel')
  expect(app.rows('select action from audit')).toEqual([])
})

describe('the message of the practice to the patient', () => {
  it.each<{ action: Action; message: string }>([
    { action: 'reject', message: MESSAGE },
    { action: 'cancel', message: MESSAGE },
    { action: 'confirm', message: '' },
  ])('after $action is "$message"', ({ action, message }) => {
    const ctx = { ...app.ctx(), actor: { kind: 'staff-link' } as const }
    const booking = insertBooking(ctx.db)
    const changedBooking = inTx(ctx, () => transition(ctx, booking, action, { message: MESSAGE }))
    expect(practiceMessage(ctx, changedBooking)).toBe(message)
  })

  it('is empty when the patient has cancelled', () => {
    const changedBooking = takeAction(insertBooking(app.ctx().db), 'cancel')
    expect(practiceMessage(app.ctx(), changedBooking)).toBe('')
  })
})

describe('Odoo', () => {
  /** Takes the action on a new booking. @returns the number of pushes that it queues */
  const countPushes = ({ status, action }: { status: Status; action: Action }) => {
    app.setUpOdoo()
    takeAction(insertBooking(app.ctx().db, { status }), action)
    return app.rows(`select id from messages where channel = 'erp'`).length
  }

  it.each([
    { status: 'requested', action: 'confirm' },
    { status: 'confirmed', action: 'cancel' },
  ] as const)(
    'gets a push for a booking that is or was confirmed: $status, then $action',
    ({ status, action }) => {
      expect(countPushes({ status, action })).toBe(1)
    },
  )

  it.each(['reject', 'cancel'] as const)('gets no push for a request: %s', (action) => {
    expect(countPushes({ status: 'requested', action })).toBe(0)
  })
})
