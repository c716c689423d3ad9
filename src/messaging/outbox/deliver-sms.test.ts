import { describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { openSmsApp } from '../../testing/sms-app.ts'

describe('an SMS at night', () => {
  /** Opens a practice at the beginning of the night, in which only urgent SMS are sent. */
  function openAtNight() {
    const app = openSmsApp()
    app.setUpSevenio()
    app.setClock('2026-11-20T20:00:00+01:00')
    return app
  }

  it('waits for the morning if it is a reminder, and no attempt is counted', async () => {
    const app = openAtNight()
    app.queue({ kind: 'reminder' })
    await app.deliver()
    const morning = Date.parse('2026-11-21T08:00:00+01:00')
    expect(app.findFirstMessage()).toMatchObject({ status: 'queued', attempts: 0, dueAt: morning })
    app.pass(12 * HOUR)
    await app.deliver()
    expect(app.findFirstMessage()).toMatchObject({ status: 'sent', attempts: 1 })
  })

  it('is sent at once if it reports a decision', async () => {
    const app = openAtNight()
    app.queue({ kind: 'confirmed' })
    await app.deliver()
    expect(app.findFirstMessage()).toMatchObject({ status: 'sent', attempts: 1 })
  })
})

describe('an SMS that could not be sent', () => {
  it.each([
    // The second attempt follows a minute after the first (retry-times.ts), so it would be too late.
    { kind: 'confirmed', at: '10:00', start: '10:01', status: 'failed' },
    { kind: 'confirmed', at: '10:00', start: '10:02', status: 'queued' },
    // A reminder is not sent in the night, so its second attempt would be in the morning.
    { kind: 'reminder', at: '19:59', start: '22:00', status: 'failed' },
  ] as const)(
    '$kind at $at is $status if the appointment is at $start',
    async ({ kind, at, start, status }) => {
      const app = openSmsApp()
      app.setUpClicksend()
      app.setClock(`2026-11-20T${at}:00+01:00`)
      const startsAt = Date.parse(`2026-11-20T${start}:00+01:00`)
      app.queue({ kind, startsAt }, { startsAt })
      const tooManyRequests = 429
      app.clicksend.faults.plan(tooManyRequests)
      await app.deliver()
      expect(app.findFirstMessage()).toMatchObject({ status, attempts: 1 })
    },
  )
})
