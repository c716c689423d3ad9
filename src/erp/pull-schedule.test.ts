import { beforeEach, describe, expect, it } from 'vitest'
import { notifyBusyConflicts } from '../booking/notifications.ts'
import { readSettings, writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import { openSyncedApp, type SyncedApp } from '../testing/synced-app.ts'
import { pullNow } from './pull-schedule.ts'
import { queueFirstSync } from './push-queue.ts'

/** An hour on Wednesday, 13 January, from eight in Vienna. */
const ON_WEDNESDAY = { start: '2027-01-13 07:00:00', stop: '2027-01-13 08:00:00' }

let app: SyncedApp
beforeEach(async () => {
  app = await openSyncedApp()
})

/**
 * Holds back the answers of Odoo until `release` is called. `answered` resolves when Odoo has given the
 * first.
 */
function holdAnswers(odoo: SyncedApp['odoo']) {
  const hasAnswer = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const { answer } = odoo
  odoo.answer = async (...call) => {
    const response = await answer(...call)
    hasAnswer.resolve()
    await released.promise
    return response
  }
  return { answered: hasAnswer.promise, release: released.resolve }
}

describe('busy times', () => {
  it('are read at once after saving, then every five minutes', async () => {
    expect(await app.pull()).toBe(true)
    app.pass(4 * MINUTE)
    expect(await app.pull()).toBe(false)
    app.pass(MINUTE)
    expect(await app.pull()).toBe(true)
    // A saved setting counts only if it is later than the last reading.
    app.pass(1_000)
    // Saving is enough, although the user stays the same.
    writeSettings(app.ctx(), 'odoo', { ODOO_USER: 'ordi' })
    expect(await app.pull()).toBe(true)
  })

  it('come from one reading after another, so that older ones never replace newer ones', async () => {
    await app.pull()
    const heldAnswer = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const { answer } = app.odoo
    let callCount = 0
    app.odoo.answer = async (...call) => {
      const response = await answer(...call)
      callCount += 1
      // The second answer has the busy events.
      if (callCount !== 2) return response
      heldAnswer.resolve()
      await released.promise
      return response
    }
    const olderReading = pullNow(app.ctx, app.ports)
    await heldAnswer.promise
    app.odoo.enterEvent(ON_WEDNESDAY)
    const newerReading = pullNow(app.ctx, app.ports)
    // The newer reading would end before as many other calls.
    for (let call = 0; call < 20; call++) await fetch(readSettings(app.ctx(), 'odoo').ODOO_URL)
    released.resolve()
    expect(await Promise.all([olderReading, newerReading])).toEqual([true, true])
    expect(app.countBusyTimes()).toBe(1)
  })

  it('stay when Odoo is away, and the reason is stored', async () => {
    app.odoo.enterEvent({ start: '2027-01-12 07:00:00', stop: '2027-01-12 08:00:00' })
    await app.pull()
    app.pass(5 * MINUTE)
    app.odoo.faults.plan('unreachable')
    expect(await app.pull()).toBe(false)
    expect(app.countBusyTimes()).toBe(1)
    expect(app.rows('select pull_error from erp_state')).toEqual([
      { pull_error: 'Odoo ist nicht erreichbar.' },
    ])
  })

  it('are freed for the waiting list, but stay in Odoo, when the synchronisation is switched off', async () => {
    app.odoo.enterEvent({ start: '2027-01-12 07:00:00', stop: '2027-01-12 07:30:00' })
    await app.pull()
    writeSettings(app.ctx(), 'odoo', { odoo_sync: false })
    await app.pull()
    expect(app.countBusyTimes()).toBe(0)
    expect(app.odoo.events()).toMatchObject([{ active: true }])
    expect(app.rows('select starts_at from freed_times')).toEqual([
      { starts_at: Date.parse('2027-01-12T08:00:00+01:00') },
    ])
  })

  it('are no longer read once the synchronisation is switched off, and a queued push is given up', async () => {
    await app.pull()
    app.insertConfirmed()
    writeSettings(app.ctx(), 'odoo', { odoo_sync: false })
    await app.pull()
    expect(app.pushes()).toEqual([{ status: 'muted', error: 'Die Übertragung an Odoo ist abgeschaltet.' }])
  })

  it.each<{ event: string; change: () => unknown }>([
    {
      event: 'was switched off',
      change: () => writeSettings(app.ctx(), 'odoo', { odoo_sync: false }),
    },
    { event: 'was pointed at another Odoo', change: () => app.connectToAnother() },
  ])('are not stored by a reading that ends after the synchronisation $event', async ({ change }) => {
    app.odoo.enterEvent(ON_WEDNESDAY)
    await app.pull()
    const { answered, release } = holdAnswers(app.odoo)
    const reading = pullNow(app.ctx, app.ports)
    await answered
    // A changed setting is read again only if it was saved later than the running reading began.
    app.pass(1_000)
    await change()
    await app.pull()
    release()
    await reading
    await app.pull()
    expect(app.countBusyTimes()).toBe(0)
  })

  it('of another Odoo replace those of the former one, whose event ids are deleted', async () => {
    app.insertConfirmed()
    await app.push()
    app.odoo.enterEvent(ON_WEDNESDAY)
    await app.pull()
    app.pass(1_000)
    const otherOdoo = await app.connectToAnother()
    await app.pull()
    expect(app.countBusyTimes()).toBe(0)
    expect(app.rows('select 1 from erp_events')).toEqual([])
    expect(queueFirstSync(app.ctx())).toBe(1)
    await app.push()
    // The first Odoo keeps the pushed and the entered event. The other one has only the pushed event.
    expect(app.odoo.events()).toHaveLength(2)
    expect(otherOdoo.events()).toHaveLength(1)
  })
})

describe('activities of earlier versions', () => {
  // Odoo 19 planned them for the events that these versions wrote.
  it('are deleted when busy times are read', async () => {
    app.odoo.planActivity({ summary: 'Termin', note: `<p>ordi:${'0'.repeat(32)}</p>` })
    expect(await app.pull()).toBe(true)
    expect(app.odoo.activities()).toEqual([])
  })
})

describe('a conflict of a busy time with an appointment', () => {
  it('causes one e-mail to the practice, and another one only when it occurs again', async () => {
    app.insertConfirmed()
    await app.push()
    /** Reads busy times, and returns the number of e-mails about conflicts until then. */
    const countEmailsAfterReading = async () => {
      app.pass(5 * MINUTE)
      await app.pull()
      notifyBusyConflicts(app.ctx())
      return app.rows(`select 1 from messages where kind = 'erp-conflict'`).length
    }
    expect(await countEmailsAfterReading()).toBe(0)
    // The appointment is on 12 January, from 08:30 to 09:00 in Vienna.
    const overlapping = { start: '2027-01-12 07:00:00', stop: '2027-01-12 10:00:00' }
    const eventId = app.odoo.enterEvent(overlapping)
    expect(await countEmailsAfterReading()).toBe(1)
    expect(await countEmailsAfterReading()).toBe(1)
    app.odoo.removeEvent(eventId)
    expect(await countEmailsAfterReading()).toBe(1)
    app.odoo.enterEvent(overlapping)
    expect(await countEmailsAfterReading()).toBe(2)
  })
})
