import { describe, expect, it } from 'vitest'
import { inTx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { insertBooking } from '../testing/bookings.ts'
import { type House, openHouse } from '../testing/house.ts'
import { ACTIONS, type Action, transition } from './life-cycle.ts'

type Status = Booking['status']

/** As the decisions have it (section 5); what is not named here does not happen. */
const LEADS: Readonly<Record<Status, Partial<Record<Action, Status>>>> = {
  requested: { confirm: 'confirmed', reject: 'rejected', cancel: 'cancelled' },
  confirmed: { cancel: 'cancelled' },
  rejected: {},
  cancelled: {},
}
const STANDS: readonly Status[] = ['requested', 'confirmed']

const STATUSES = Object.keys(LEADS) as Status[]
const ALL = STATUSES.flatMap((status) =>
  (Object.keys(ACTIONS) as Action[]).map((action) => [status, action, LEADS[status][action]] as const),
)

const take = (house: House, booking: Booking, action: Action) =>
  inTx(house.ctx(), () => transition(house.ctx(), booking, action, 'Ein Wort dazu.'))
const stored = (house: House) => ({
  bookings: house.rows<{ status: Status }>('select * from bookings'),
  occupations: house.rows('select * from occupations'),
  events: house.rows('select * from events order by id'),
})

describe('every action in every state', () => {
  it.each(ALL.filter(([, , to]) => to !== undefined))('%s, %s: becomes %s', (status, action, to) => {
    const house = openHouse()
    const booking = insertBooking(house.ctx().db, { status })
    const before = stored(house)
    const after = take(house, booking, action)
    expect(after).toEqual({
      ...booking,
      status: to,
      updatedAt: house.ctx().now,
      // A calendar knows a confirmed appointment only.
      calendarSequence: status === 'confirmed' ? 1 : 0,
    })
    expect(house.rows('select status from bookings')).toEqual([{ status: to }])
    expect(stored(house).occupations).toEqual(to && STANDS.includes(to) ? before.occupations : [])
    expect(stored(house).events.slice(before.events.length)).toMatchObject([
      {
        booking_id: booking.id,
        kind: to,
        actor: 'visitor',
        actor_name: '',
        message: 'Ein Wort dazu.',
        at: house.ctx().now,
      },
    ])
  })

  it.each(ALL.filter(([, , to]) => to === undefined))('%s, %s: nothing happens', (status, action) => {
    const house = openHouse()
    const booking = insertBooking(house.ctx().db, { status })
    const before = stored(house)
    expect(take(house, booking, action)).toBeUndefined()
    expect(stored(house)).toEqual(before)
  })
})

describe('an action on what somebody read before', () => {
  const CHANGED = ALL.flatMap(([read, action]) =>
    STATUSES.filter((now) => now !== read).map((now) => [read, now, action] as const),
  )
  it.each(CHANGED)('read as %s, meanwhile %s: %s changes nothing', (read, now, action) => {
    const house = openHouse()
    const booking = insertBooking(house.ctx().db, { status: now })
    const before = stored(house)
    expect(take(house, { ...booking, status: read }, action)).toBeUndefined()
    expect(stored(house)).toEqual(before)
  })

  it('is taken by exactly one of many', () => {
    const house = openHouse()
    const booking = insertBooking(house.ctx().db)
    const actions: Action[] = ['confirm', 'reject', 'cancel', 'confirm', 'cancel', 'reject']
    expect(actions.filter((action) => take(house, booking, action) !== undefined)).toEqual(['confirm'])
    expect(house.rows(`select kind from events`)).toEqual([{ kind: 'requested' }, { kind: 'confirmed' }])
  })

  it('touches no other booking', () => {
    const house = openHouse()
    const other = insertBooking(house.ctx().db, { startsAt: Date.parse('2027-01-13T08:30:00+01:00') })
    take(house, insertBooking(house.ctx().db), 'reject')
    expect(house.rows('select status from bookings where id = ?', other.id)).toEqual([
      { status: 'requested' },
    ])
    expect(house.rows('select booking_id from occupations')).toEqual([{ booking_id: other.id }])
  })
})

it('who acted stands in the event', () => {
  const house = openHouse()
  const booking = insertBooking(house.ctx().db)
  const ctx = { ...house.ctx(), actor: { kind: 'admin', id: 7, email: 'a@ordination.example' } as const }
  inTx(ctx, () => transition(ctx, booking, 'confirm', ''))
  expect(house.rows(`select actor, actor_name from events where kind = 'confirmed'`)).toEqual([
    { actor: 'admin', actor_name: 'a@ordination.example' },
  ])
})
