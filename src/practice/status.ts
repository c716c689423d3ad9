import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { services } from '../db/schema.ts'
import { Problem } from '../shared/problems.ts'
import { isDemo } from './demo-mark.ts'
import { readSetting, readSettings } from './settings.ts'
import { turnstileKeys } from './turnstile-keys.ts'

/** Selects one active service, whichever it is. */
const selectActiveService = prepared((db) =>
  db.select({ id: services.id }).from(services).where(eq(services.active, true)).limit(1).prepare(),
)

/**
 * Returns what pages need to know before anything can be booked: whether booking is open, the bot check, and
 * the practice (docs/behaviour.md 1.3 to 1.6). Flags that are false are left out.
 */
export function bookingStatus(ctx: Ctx) {
  const general = readSettings(ctx, 'general')
  const practice = readSettings(ctx, 'practice')
  const turnstile = turnstileKeys(ctx)
  return {
    booking: { open: isBookingOpen(ctx), cancel_hours: general.cancel_hours },
    maintenance: {
      until: general.maintenance_until,
      message: general.maintenance_message,
      contact_phone: practice.phone,
      contact_mail: practice.mail,
    },
    bot_check: turnstile
      ? ({ kind: 'turnstile', site_key: turnstile.siteKey } as const)
      : ({ kind: 'altcha' } as const),
    practice,
    ...(general.moves_auto_confirm && { moves_at_once: true as const }),
    ...(general.waiting_list && { waiting_list: true as const }),
    ...(isDemo(ctx) && { demo: true as const }),
  }
}

/** Refuses while booking is closed. @throws Problem closed, with the practice's telephone number */
export function assertBookingOpen(ctx: Ctx): void {
  if (!isBookingOpen(ctx)) throw new Problem('closed', { phone: readSetting(ctx, 'practice', 'phone') })
}

/** Returns false during maintenance, and while no service is active. */
export function isBookingOpen(ctx: Ctx): boolean {
  return (
    !readSetting(ctx, 'general', 'booking_maintenance_active') &&
    selectActiveService(ctx.db).get() !== undefined
  )
}
