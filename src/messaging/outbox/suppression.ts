import type { Ctx } from '../../ctx.ts'
import type { Booking } from '../../db/schema.ts'
import { readSetting, readSettings } from '../../practice/settings.ts'
import { isMinor } from '../../shared/contact/birth-date.ts'
import { readCountries } from '../../shared/contact/countries.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import { dayAt } from '../../time/vienna.ts'
import { type Reach, reachableMobile } from '../sms/phone.ts'
import { canSendSms } from '../sms/providers.ts'

/**
 * Why a new message is stored as suppressed: sentences for `messages.error` (docs/behaviour.md 10.17). The
 * limits of SMS are in sms/limits.ts, and requests that are rejected together send nothing
 * (booking/decisions.ts). Some reasons arise only later: staleness (staleness.ts), an e-mail that goes by SMS
 * instead or to a corrected address (recipient.ts), an SMS that its provider calls a repetition
 * (sms/transport.ts), the end of the synchronisation with Odoo (erp/sync.ts), and an erasure
 * (privacy/patient.ts).
 */

export const NO_ADDRESS = {
  patient: 'Es ist keine E-Mail-Adresse angegeben.',
  practice:
    'Kein Empfänger: Bitte die „Admin E-Mail“ (Seite „URLs & Admin E-Mail“) oder die E-Mail der Praxis setzen.',
}

export const NO_PROVIDER = 'Es ist kein SMS-Provider eingerichtet.'

const MINOR = 'Keine SMS an Minderjährige (niemand anderer hat gebucht).'

const UNREACHABLE = {
  landline: 'Festnetznummer: keine SMS möglich.',
  invalid: 'Keine gültige Mobilnummer: keine SMS möglich.',
}

/** Undefined when the e-mail may be sent. */
export function whyNoEmail(ctx: Ctx, to: keyof typeof NO_ADDRESS, recipient: string): string | undefined {
  const reason = to === 'practice' ? whyNoEmailToPractice(ctx, recipient) : undefined
  return reason ?? (recipient === '' ? NO_ADDRESS[to] : whyOff(ctx, 'email'))
}

/** As `whyNoEmail`, but ignores that notifications are off. */
export function whyNoEmailToPractice(ctx: Ctx, recipient: string): string | undefined {
  if (!readSetting(ctx, 'general', 'SEND_ADMIN_EMAIL')) return 'E-Mails an die Praxis sind abgeschaltet.'
  return recipient === '' ? NO_ADDRESS.practice : undefined
}

/** Why the patient gets no SMS: minors for whom nobody booked (docs/behaviour.md 10.44). */
export function whyNoSmsToMinor(
  { now }: Ctx,
  { birthOn, bookerRelation }: Pick<Booking, 'birthOn' | 'bookerRelation'>,
): string | undefined {
  return bookerRelation === null && isMinor(birthOn, dayAt(now)) ? MINOR : undefined
}

/** Undefined when an SMS can be sent to the number. */
export function whyNoSms(ctx: Ctx, reach: Reach): string | undefined {
  if ('unreachable' in reach) return UNREACHABLE[reach.unreachable]
  return canSendSms(ctx) ? undefined : NO_PROVIDER
}

/** The number that reminders go to by SMS, as E.164; undefined where the e-mail goes. */
export function reminderNumber(
  ctx: Ctx,
  booking: Pick<Booking, 'reminderBySms' | 'mobile' | 'country' | 'birthOn' | 'bookerRelation'>,
): string | undefined {
  if (!booking.reminderBySms || whyNoSmsToMinor(ctx, booking) !== undefined) return undefined
  const reach = reachableMobile(booking.mobile, booking.country)
  return 'e164' in reach && smsCountries(ctx).includes(reach.country) ? reach.e164 : undefined
}

/**
 * The countries (ISO 3166-1) whose mobile phones get SMS: none while SMS are off or no provider is set up.
 */
export function smsCountries(ctx: Ctx): readonly string[] {
  if (whyOff(ctx, 'sms') !== undefined || !canSendSms(ctx)) return []
  return readCountries(readSetting(ctx, 'general', 'sms_countries'))
}

const OFF_SETTING = { email: 'notify_muteEmail', sms: 'notify_muteSms' } as const

/** Why the practice has switched notifications on this channel off; undefined when they are on. */
export function whyOff(ctx: Ctx, channel: Exclude<Channel, 'erp'>): string | undefined {
  const general = readSettings(ctx, 'general')
  return general.notify_off || general[OFF_SETTING[channel]] ? offReason(general) : undefined
}

export function offReason({ notify_reason }: { notify_reason: string }): string {
  return notify_reason || 'Benachrichtigungen sind abgeschaltet.'
}
