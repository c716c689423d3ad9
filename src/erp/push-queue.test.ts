import { beforeEach, describe, expect, it } from 'vitest'
import { cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { PAUSE_MS } from '../messaging/outbox/faults.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { outboxState } from '../messaging/outbox/state.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openSyncedApp, type SyncedApp } from '../testing/synced-app.ts'
import { listUnsynced, queueFirstSync } from './push-queue.ts'

/** Odoo raises this when two transactions collide, so the same call may succeed later. */
const TEMPORARY_FAULT = 'psycopg2.errors.SerializationFailure'
/** Odoo raises this for a call that it will refuse again. */
const PERMANENT_FAULT = 'builtins.ValueError'

let app: SyncedApp
beforeEach(async () => {
  app = await openSyncedApp()
})

describe('a decision', () => {
  it('queues a push of the booking, which the worker runs', async () => {
    const id = app.insertConfirmed()
    expect(app.pushes()).toEqual([{ status: 'queued', error: null }])
    await app.push()
    expect(app.pushes()).toEqual([{ status: 'sent', error: null }])
    expect(app.odoo.events()).toMatchObject([{ active: true }])
    cancelByStaff(app.ctx(), id, '')
    await app.push()
    expect(app.odoo.events()).toMatchObject([{ active: false }])
  })

  it('queues nothing for a rejected or cancelled request', async () => {
    decideBooking(app.ctx(), insertBooking(app.ctx().db).id, { decision: 'reject' })
    cancelByStaff(app.ctx(), insertBooking(app.ctx().db).id, '')
    expect(app.pushes()).toEqual([])
  })

  it('queues nothing while the synchronisation is off', () => {
    writeSettings(app.ctx(), 'odoo', { odoo_sync: false })
    app.insertConfirmed()
    expect(app.pushes()).toEqual([])
  })

  it('leaves no event in Odoo if the booking is cancelled before its first push', async () => {
    const id = app.insertConfirmed()
    cancelByStaff(app.ctx(), id, '')
    await app.push()
    expect(app.pushes()).toEqual([{ status: 'sent', error: null }])
    expect(app.odoo.events()).toEqual([])
  })
})

describe('a push that fails', () => {
  it('is repeated if the failure is temporary', async () => {
    // The first push opens the connection, so that the fault affects the second.
    app.insertConfirmed()
    await app.push()
    app.insertConfirmed('09:00')
    app.odoo.faults.plan(TEMPORARY_FAULT)
    await app.push()
    expect(app.pushes().at(-1)).toEqual({ status: 'queued', error: 'Odoo war gerade beschäftigt.' })
    app.pass(MINUTE)
    await app.push()
    expect(app.pushes().at(-1)).toEqual({ status: 'sent', error: null })
  })

  it('pauses the queue without losing an attempt when the settings are wrong', async () => {
    app.insertConfirmed()
    writeSettings(app.ctx(), 'odoo', { ODOO_PASS: 'wrong' })
    await app.push()
    expect(app.pushes()).toEqual([{ status: 'queued', error: 'Odoo hat Benutzer oder Passwort abgelehnt.' }])

    const callsBefore = app.odoo.calls.length
    app.pass(MINUTE)
    await app.push()
    expect(app.odoo.calls).toHaveLength(callsBefore)

    writeSettings(app.ctx(), 'odoo', { ODOO_PASS: 'demo-key' })
    app.pass(PAUSE_MS)
    await app.push()
    expect(app.pushes()).toEqual([{ status: 'sent', error: null }])
  })
})

describe('the push of a cancelled booking that has failed', () => {
  it('is counted, and can be retried', async () => {
    const id = app.insertConfirmed()
    await app.push()
    cancelByStaff(app.ctx(), id, '')
    app.odoo.faults.plan(PERMANENT_FAULT)
    await app.push()
    expect(outboxState(app.ctx()).erp.failed).toBe(1)
    const [failedPush] = app.rows<{ id: number }>(`select id from messages where status = 'failed'`)
    if (failedPush === undefined) throw new Error('No push has failed.')
    retryMessage(app.ctx(), 'erp', failedPush.id)
    await app.push()
    expect(outboxState(app.ctx()).erp.failed).toBe(0)
    expect(app.odoo.events()).toMatchObject([{ active: false }])
  })
})

describe('the first synchronisation', () => {
  it('pushes every coming confirmed booking, and no other', async () => {
    writeSettings(app.ctx(), 'odoo', { odoo_sync: false })
    const { now, db } = app.ctx()
    /** Returns the start and end of a booking that starts so many hours from now. */
    const inHours = (hours: number) => {
      const startsAt = now + hours * HOUR
      return { startsAt, endsAt: startsAt + 30 * MINUTE }
    }
    insertBooking(db, { status: 'confirmed', ...inHours(24) })
    insertBooking(db, { status: 'confirmed', ...inHours(25) })
    insertBooking(db, { status: 'requested', ...inHours(26) })
    insertBooking(db, { status: 'cancelled', ...inHours(27) })
    // This one has begun.
    insertBooking(db, { status: 'confirmed', ...inHours(-5) })
    writeSettings(app.ctx(), 'odoo', { odoo_sync: true })
    expect(listUnsynced(app.ctx())).toHaveLength(2)
    expect(queueFirstSync(app.ctx())).toBe(2)
    expect(queueFirstSync(app.ctx())).toBe(0)
    await app.push()
    expect(app.odoo.events()).toHaveLength(2)
    expect(listUnsynced(app.ctx())).toEqual([])
  })
})
