import { Hono } from 'hono'
import { closeMyBookings, listMyBookings } from '../booking/my-bookings.ts'
import type { Ctx } from '../ctx.ts'
import { isoAt } from '../time/vienna.ts'
import { overviewAnswer } from './appointment-answer.ts'
import { readBrowser } from './browser.ts'
import { ctxOf, type Deps, type Env } from './deps.ts'
import { noBody } from './input.ts'
import { entryAnswer } from './waiting-list.ts'

/**
 * The calls about the appointments of a mailbox, for the browser that has verified it (docs/behaviour.md
 * 6.9–6.13).
 */
export function myBookingsRoutes({ config }: Deps) {
  return new Hono<Env>()
    .get('/my/bookings', (c) => c.json(myBookingsAnswer(ctxOf(c), readBrowser(c, config))))
    .delete('/my/session', noBody, (c) => {
      closeMyBookings(ctxOf(c), readBrowser(c, config))
      return c.body(null, 204)
    })
}

/** Returns the list for this browser. Reading it keeps it open. @throws Problem email_unverified */
export function myBookingsAnswer(ctx: Ctx, browser: string | undefined) {
  const { email, expiresAt, coming, past, waiting } = listMyBookings(ctx, browser)
  return {
    email,
    expires_at: isoAt(expiresAt),
    coming: coming.map((booking) => overviewAnswer(ctx, booking)),
    past: past.map((booking) => overviewAnswer(ctx, booking)),
    ...(waiting.length > 0 && { waiting: waiting.map((entry) => entryAnswer(ctx, entry)) }),
  }
}
