import type { Ctx } from '../ctx.ts'
import { DEFAULT_MAX_BOOKING_DAYS } from '../shared/free-times.ts'
import type { Settings } from '../shared/settings/settings.ts'
import { readSettings } from './settings.ts'
import { isBookingOpen } from './status.ts'

type GeneralSettings = Settings['general']

/**
 * Returns the consequences of the general settings for booking and for messages, in German. The practice
 * reads them after saving.
 */
export function consequencesText(ctx: Ctx): string {
  const general = readSettings(ctx, 'general')
  return `${bookingText(ctx, general)} ${notificationText(general)}`
}

function bookingText(ctx: Ctx, general: GeneralSettings): string {
  if (general.booking_maintenance_active) return 'Die Online-Buchung ist geschlossen.'
  if (!isBookingOpen(ctx)) return 'Die Online-Buchung ist geschlossen, weil keine Leistung aktiv ist.'
  const days = general.maxBookingDays ?? DEFAULT_MAX_BOOKING_DAYS
  return `Die Online-Buchung ist offen, bis zu ${days} ${days === 1 ? 'Tag' : 'Tage'} im Voraus.`
}

function notificationText({ notify_off, notify_muteEmail, notify_muteSms }: GeneralSettings): string {
  if (notify_off || (notify_muteEmail && notify_muteSms)) return 'Benachrichtigungen sind abgeschaltet.'
  if (notify_muteEmail) return 'E-Mails sind abgeschaltet, SMS werden gesendet.'
  if (notify_muteSms) return 'SMS sind abgeschaltet, E-Mails werden gesendet.'
  return 'Benachrichtigungen werden gesendet.'
}
