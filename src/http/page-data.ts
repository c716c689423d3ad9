import type { Context } from 'hono'
import { getBooking } from '../booking/bookings.ts'
import type { Config } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { Problem } from '../shared/problems.ts'
import { isoAt } from '../time/vienna.ts'
import { appointmentAnswer } from './bookings.ts'
import { readBrowser } from './browser.ts'
import type { Env } from './deps.ts'
import { myBookingsAnswer } from './my-bookings.ts'

/** The pages that bring a patient's appointments along, each with the module in `ui/` that shows it. */
export const PERSONAL_PAGES: Readonly<Record<string, string>> = {
  '/patient/overview': 'appointment/overview/overview.tsx',
  '/meine-termine': 'appointment/my-bookings/my-bookings-page.tsx',
}

/**
 * The answers that a patient's page contains, so that it is shown before any code has arrived. They are those
 * of the calls that the page would make; `my_bookings` is null while the list is closed in this browser.
 */
export type PageData = Readonly<{
  now: string
  booking?: ReturnType<typeof appointmentAnswer>
  my_bookings?: ReturnType<typeof myBookingsAnswer> | null
}>

/** Returns the data for one of `PERSONAL_PAGES`; undefined when the link leads to no appointment. */
export function findPageData(c: Context<Env>, ctx: Ctx, config: Config): PageData | undefined {
  const now = isoAt(ctx.now)
  if (c.req.path === '/patient/overview') {
    const id = c.req.query('id')?.trim() ?? ''
    const booking = unlessRefused('not found', () => appointmentAnswer(ctx, getBooking(ctx, id)))
    return booking && { now, booking }
  }
  // The page of a link asks for a press first, whatever this browser has opened before.
  if (c.req.query('token')) return { now }
  const browser = readBrowser(c, config)
  return { now, my_bookings: unlessRefused('email_unverified', () => myBookingsAnswer(ctx, browser)) ?? null }
}

/** Returns the answer, or undefined when it was refused with this code. */
function unlessRefused<T>(code: string, answer: () => T): T | undefined {
  try {
    return answer()
  } catch (error) {
    if (error instanceof Problem && error.code === code) return undefined
    throw error
  }
}
