import { onTestFinished } from 'vitest'
import { signStaffLink } from '../access/links.ts'
import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { insertBooking } from './bookings.ts'
import { tempDir } from './temp-dir.ts'
import { APP_SECRET } from './test-app.ts'

/** Opens the demo practice in a directory that the test shares with a portal, which needs APP_SECRET too. */
export function openDeliveringPractice() {
  const DATA_DIR = tempDir()
  const { ctx, close } = openApp({ ...readConfig({ DATA_DIR, APP_SECRET }), demo: true })
  onTestFinished(close)
  const rows = <T>(sql: string) => ctx({ kind: 'job' }).db.$client.prepare(sql).all() as T[]
  return { DATA_DIR, ctx: () => ctx({ kind: 'visitor' }), rows }
}

/**
 * Inserts a request for an appointment at least three days ahead. @returns the body that confirms it
 * @param number from 0 to 99; a different one gives another hour and another phone number
 */
export function insertRequest(ctx: Ctx, number = 0) {
  // No reminder is due and no decision overdue, so that no job adds an e-mail during the test.
  const createdAt = ctx.now
  // A signature holds whole seconds.
  const startsAt = Math.ceil(createdAt / HOUR) * HOUR + 3 * DAY_LENGTH + number * HOUR
  const mobile = `0664 12345${String(number).padStart(2, '0')}`
  const { id } = insertBooking(ctx.db, { startsAt, mobile, createdAt })
  return { id, sig: signStaffLink(ctx, { action: 'confirm', bookingId: id, start: startsAt }), message: '' }
}

/** Sends a request, and returns the status of the answer; 0 if the connection breaks. */
export function postTo(url: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
}
