import { describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { OUTBOX_START } from '../../testing/mail-outbox.ts'
import { openSmsApp } from '../../testing/sms-app.ts'

describe('an SMS at night', () => {
  it('waits for the morning when it reminds, as no attempt, and is sent when somebody has just done something', async () => {
    const app = openSmsApp()
    app.setUpSevenio()
    const sent = () => app.rows().map(({ kind, status, attempts }) => [kind, status, attempts])
    app.pass(Date.parse('2026-11-20T20:00:00+01:00') - OUTBOX_START)
    app.queue({ kind: 'reminder' })
    app.queue({ kind: 'confirmed' })
    await app.deliver()
    expect(sent()).toEqual([
      ['reminder', 'queued', 0],
      ['confirmed', 'sent', 1],
    ])
    expect(app.row()?.dueAt).toBe(Date.parse('2026-11-21T08:00:00+01:00'))
    app.pass(12 * HOUR)
    await app.deliver()
    expect(sent()[0]).toEqual(['reminder', 'sent', 1])
  })
})

describe('an SMS that could not be sent', () => {
  it.each([
    { kind: 'confirmed', at: '10:00', start: '10:01', status: 'failed' },
    { kind: 'confirmed', at: '10:00', start: '10:02', status: 'queued' },
    // The next attempt would be in the morning.
    { kind: 'reminder', at: '19:59', start: '22:00', status: 'failed' },
  ] as const)('at $at is $status where the appointment is at $start: $kind', async (row) => {
    const { kind, at, start, status } = row
    const app = openSmsApp()
    app.setUpClicksend()
    app.pass(Date.parse(`2026-11-20T${at}:00+01:00`) - OUTBOX_START)
    const startsAt = Date.parse(`2026-11-20T${start}:00+01:00`)
    app.queue({ kind, startsAt }, { startsAt })
    app.clicksend.faults.expect(429)
    await app.deliver()
    expect(app.row()).toMatchObject({ status, attempts: 1 })
  })
})
