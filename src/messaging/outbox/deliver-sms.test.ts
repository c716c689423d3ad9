import { describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { OUTBOX_START } from '../../testing/mail-outbox.ts'
import { openSmsApp } from '../../testing/sms-app.ts'

describe('an SMS at night', () => {
  function openAtNight() {
    const app = openSmsApp()
    app.setUpSevenio()
    app.pass(Date.parse('2026-11-20T20:00:00+01:00') - OUTBOX_START)
    return app
  }

  it('waits for the morning if it is a reminder, and no attempt is counted', async () => {
    const app = openAtNight()
    app.queue({ kind: 'reminder' })
    await app.deliver()
    const morning = Date.parse('2026-11-21T08:00:00+01:00')
    expect(app.row()).toMatchObject({ status: 'queued', attempts: 0, dueAt: morning })
    app.pass(12 * HOUR)
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'sent', attempts: 1 })
  })

  it('is sent at once if it reports a decision', async () => {
    const app = openAtNight()
    app.queue({ kind: 'confirmed' })
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'sent', attempts: 1 })
  })
})

describe('an SMS that could not be sent', () => {
  it.each([
    { kind: 'confirmed', at: '10:00', start: '10:01', status: 'failed' },
    { kind: 'confirmed', at: '10:00', start: '10:02', status: 'queued' },
    // The next attempt would be in the morning.
    { kind: 'reminder', at: '19:59', start: '22:00', status: 'failed' },
  ] as const)('at $at is $status if the appointment is at $start: $kind', async (row) => {
    const { kind, at, start, status } = row
    const app = openSmsApp()
    app.setUpClicksend()
    app.pass(Date.parse(`2026-11-20T${at}:00+01:00`) - OUTBOX_START)
    const startsAt = Date.parse(`2026-11-20T${start}:00+01:00`)
    app.queue({ kind, startsAt }, { startsAt })
    app.clicksend.faults.plan(429)
    await app.deliver()
    expect(app.row()).toMatchObject({ status, attempts: 1 })
  })
})
