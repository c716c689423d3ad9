import type { Page } from 'playwright/test'
import { signStaffLink } from '../../src/access/links.ts'
import type { Booking } from '../../src/db/schema.ts'
import { dayFromNumber, HOUR } from '../../src/rules/day.ts'
import { insertBooking } from '../../src/testing/bookings.ts'
import { expect, type Portal } from './portal.ts'

export type Appointment = ReturnType<typeof anAppointment>

/**
 * A booking past the wizard with the addresses that its letters carry: half past eight on a morning in the week after
 * next, each one a day after the one before.
 */
export function anAppointment(portal: Portal, changes: Partial<Booking> = {}) {
  const ctx = portal.ctx()
  const [booked] = portal.rows<{ count: number }>('select count(*) as count from bookings')
  const day = dayFromNumber(Math.floor(ctx.now / (24 * HOUR)) + 8 + (booked?.count ?? 0))
  const { id, startsAt } = insertBooking(ctx.db, {
    startsAt: Date.parse(`${day}T08:30:00+01:00`),
    createdAt: ctx.now - 2 * HOUR,
    notes: 'Bitte bringen Sie vorhandene Befunde und eine Liste Ihrer Medikamente mit.',
    ...changes,
  })
  const staffLink = (action: 'confirm' | 'reject', until = startsAt) =>
    `/admin/${action}?id=${id}&sig=${signStaffLink(ctx, action, id, until)}`
  return {
    id,
    startsAt,
    staffLink,
    confirm: staffLink('confirm'),
    reject: staffLink('reject'),
    cancel: `/patient/reject?id=${id}`,
    overview: `/patient/overview?id=${id}`,
    status: () => portal.rows<{ status: string }>('select status from bookings where id = ?', id)[0]?.status,
    /** What was written about it so far, in order. */
    letters: () =>
      portal
        .rows<{ kind: string }>('select kind from emails where booking_id = ? order by id', id)
        .map(({ kind }) => kind),
  }
}

export async function seesHeading(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
}

/** The overview call answers with this, whatever the booking is. */
export async function answersHtml(page: Page, path: string, html: string): Promise<void> {
  await page.route(path, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
}
