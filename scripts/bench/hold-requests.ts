import { hashToken } from '../../src/access/crypto.ts'
import { randomToken } from '../../src/access/random.ts'
import type { Ctx } from '../../src/ctx.ts'
import { emailVerifications } from '../../src/db/schema.ts'
import { listFreeSlots } from '../../src/schedule/availability.ts'
import { addDays, type Day, HOUR, MINUTE } from '../../src/shared/day.ts'
import { aContact } from '../../src/testing/factory.ts'
import { isoAt } from '../../src/time/vienna.ts'

/**
 * This module has the requests with which the benchmark and the torture test hold times in a practice of
 * practice.ts: their service, browser, bodies and starts.
 */

/**
 * The service of all holds. Each hold uses up a start, so the service is short: the bookable years then have
 * more free starts than the benchmark can use.
 */
export const HELD_SERVICE = { id: 'bench', name: 'Bench', durationMin: 15, stepMin: 15 }

/** The cookie of a browser that has verified the contact's e-mail address. */
export const VERIFIED_BROWSER = randomToken()

/** Returns the JSON body of a hold for the start. */
export function holdBody(start: string): string {
  const stop = new Date(Date.parse(start) + HELD_SERVICE.durationMin * MINUTE).toISOString()
  return JSON.stringify({ service_id: HELD_SERVICE.id, start, stop, contact: aContact() })
}

/** Lists the free starts for holds on this many days from the first on, as ISO texts. */
export function listStartsForHolds(
  ctx: Ctx,
  { firstDay, dayCount }: Readonly<{ firstDay: Day; dayCount: number }>,
): string[] {
  const days = Array.from({ length: dayCount }, (_, i) => addDays(firstDay, i))
  return days.flatMap((day) => listFreeSlots(ctx, day, HELD_SERVICE.id).starts.map(isoAt))
}

/** Marks the contact's e-mail address as verified in `VERIFIED_BROWSER`, without an e-mail. */
export function verifyAddress(ctx: Ctx): void {
  ctx.db
    .insert(emailVerifications)
    .values({
      email: aContact().email,
      browser: hashToken(VERIFIED_BROWSER),
      token: hashToken(randomToken()),
      // Nobody types the code, because the address is verified already.
      code: '',
      expiresAt: ctx.now + HOUR,
      verifiedAt: ctx.now,
    })
    .run()
}
