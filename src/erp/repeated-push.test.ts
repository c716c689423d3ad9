import { describe, expect, it } from 'vitest'
import { type Booking, erpEvents } from '../db/schema.ts'
import { openPushApp } from '../testing/odoo-connection.ts'

/** A push looks for what an earlier one has left in Odoo, so that it can be repeated (push.ts). */

describe('an event in Odoo', () => {
  it('is found by its marker if its id was never stored', async () => {
    const { addPushed, ctx, push, simulator } = await openPushApp()
    const booking = await addPushed()
    ctx().db.delete(erpEvents).run()
    await push(booking)
    expect(simulator.events()).toHaveLength(1)
    expect(simulator.partners()).toHaveLength(1)
  })

  it.each([
    { status: 'confirmed', events: [{ active: true }] },
    { status: 'cancelled', events: [] },
  ] as const)(
    'is created again after its deletion there only if the booking is confirmed: $status',
    async ({ status, events }) => {
      const { addPushed, changeBooking, onlyEvent, push, simulator } = await openPushApp()
      const booking = await addPushed()
      simulator.removeEvent(onlyEvent().id)
      changeBooking(booking, { status })
      await push(booking)
      expect(simulator.events()).toMatchObject(events)
    },
  )
})

describe('a push that is interrupted', () => {
  // A push makes fewer than twelve calls, so the highest numbers do not interrupt it.
  it.each(Array.from({ length: 12 }, (_, calls) => calls))(
    'creates no duplicates after %i calls',
    async (calls) => {
      const app = await openPushApp()
      const booking = app.addConfirmed()
      await pushInterrupted(app, booking, { calls })
      await app.push(booking)
      await app.push(booking)
      expect(app.simulator.partners()).toHaveLength(1)
      expect(app.simulator.events()).toHaveLength(1)
    },
  )

  it.each([0, 1, 2])(
    'of a cancellation after %i calls archives the event when it is repeated',
    async (calls) => {
      const app = await openPushApp()
      const booking = await app.addPushed()
      app.changeBooking(booking, { status: 'cancelled' })
      await pushInterrupted(app, booking, { calls })
      await app.push(booking)
      expect(app.onlyEvent()).toMatchObject({ active: false })
    },
  )
})

/** Pushes a booking over a connection that is lost after this many calls. */
async function pushInterrupted(
  { push, simulator }: Awaited<ReturnType<typeof openPushApp>>,
  booking: Booking,
  { calls }: Readonly<{ calls: number }>,
): Promise<void> {
  const noFaults = Array.from({ length: calls }, () => undefined)
  simulator.faults.plan(...noFaults, 'reset')
  // A push that needs no more calls than these is not interrupted.
  await push(booking).catch(() => {})
  simulator.faults.clear()
}
