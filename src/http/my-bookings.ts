import { Hono } from 'hono'
import { closeMyBookings, listMyBookings } from '../booking/my-bookings.ts'
import { isoAt } from '../time/vienna.ts'
import { overviewAnswer } from './bookings.ts'
import { readBrowser } from './browser.ts'
import { ctxOf, type Deps, type Env } from './deps.ts'
import { noBody } from './input.ts'

/** The appointments of the mailbox that this browser has verified. The browser's cookie alone says whose they are. */
export function myBookingRoutes({ config }: Deps) {
  return new Hono<Env>()
    .get('/my/bookings', (c) => {
      const ctx = ctxOf(c)
      const { email, expiresAt, coming, past } = listMyBookings(ctx, readBrowser(c, config))
      return c.json({
        email,
        expires_at: isoAt(expiresAt),
        coming: coming.map((booking) => overviewAnswer(ctx, booking)),
        past: past.map((booking) => overviewAnswer(ctx, booking)),
      })
    })
    .delete('/my/session', noBody, (c) => {
      closeMyBookings(ctxOf(c), readBrowser(c, config))
      return c.body(null, 204)
    })
}
