import { eq } from 'drizzle-orm'
import type { TurnstileKeys } from '../access/turnstile.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { services } from '../db/schema.ts'
import { DEFAULT_MAX_BOOKING_DAYS } from '../shared/free-times.ts'
import { Problem } from '../shared/problems.ts'
import type { Settings } from '../shared/settings/settings.ts'
import { portalHosts } from './addresses.ts'
import { isDemo } from './demo-mark.ts'
import { readSetting, readSettings } from './settings.ts'

const anyActiveService = prepared((db) =>
  db.select({ id: services.id }).from(services).where(eq(services.active, true)).limit(1).prepare(),
)

/**
 * Returns what pages need to know before anything can be booked: whether booking is open, the bot check, and
 * the practice (docs/behaviour.md 1.3 to 1.6). A missing flag is false.
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

/**
 * Returns the consequences of the general settings for booking and for messages, in German. The practice
 * reads them after saving.
 */
export function statusText(ctx: Ctx): string {
  const general = readSettings(ctx, 'general')
  return `${bookingText(ctx, general)} ${notificationText(general)}`
}

function bookingText(ctx: Ctx, general: Settings['general']): string {
  if (general.booking_maintenance_active) return 'Die Online-Buchung ist geschlossen.'
  if (!isBookingOpen(ctx)) return 'Die Online-Buchung ist geschlossen, weil keine Leistung aktiv ist.'
  const days = general.maxBookingDays ?? DEFAULT_MAX_BOOKING_DAYS
  return `Die Online-Buchung ist offen, bis zu ${days} ${days === 1 ? 'Tag' : 'Tage'} im Voraus.`
}

function notificationText({ notify_off, notify_muteEmail, notify_muteSms }: Settings['general']): string {
  if (notify_off || (notify_muteEmail && notify_muteSms)) return 'Benachrichtigungen sind abgeschaltet.'
  if (notify_muteEmail) return 'E-Mails sind abgeschaltet, SMS werden gesendet.'
  return notify_muteSms
    ? 'SMS sind abgeschaltet, E-Mails werden gesendet.'
    : 'Benachrichtigungen werden gesendet.'
}

/** @throws Problem closed, with the practice's telephone number, while booking is closed */
export function assertBookingOpen(ctx: Ctx): void {
  if (!isBookingOpen(ctx)) throw new Problem('closed', { phone: readSetting(ctx, 'practice', 'phone') })
}

/** Returns false during maintenance, and while no service is active. */
export function isBookingOpen(ctx: Ctx): boolean {
  return (
    !readSetting(ctx, 'general', 'booking_maintenance_active') && anyActiveService(ctx.db).get() !== undefined
  )
}

/**
 * Returns the Turnstile keys when both are set. Otherwise returns undefined, and the built-in check is used.
 */
export function turnstileKeys(ctx: Ctx): TurnstileKeys | undefined {
  const siteKey = ctx.config.turnstileSiteKey
  if (!siteKey) return undefined
  const secret = readSetting(ctx, 'general', 'TURNSTILE_SECRET')
  return secret ? { siteKey, secret, hostnames: portalHosts(ctx) } : undefined
}
