import type { Ctx } from '../../ctx.ts'
import type { Booking } from '../../db/schema.ts'
import { readSetting, readSettings } from '../../practice/settings.ts'
import { isMinor } from '../../shared/contact/birth-date.ts'
import { readCountries } from '../../shared/contact/countries.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import { dayAt } from '../../time/vienna.ts'
import { whySmsNotAllowed } from '../sms/limits.ts'
import { type Reach, reachableMobile } from '../sms/phone.ts'
import { canSendSms } from '../sms/providers.ts'

/**
 * This module has the reasons why a new message is stored as suppressed, as sentences for `messages.error`
 * (docs/behaviour.md 10.17). Other reasons are in sms/limits.ts and booking/decisions.ts. Reasons that arise
 * later are in staleness.ts, fallback.ts, sms/transport.ts, erp/sync.ts and privacy/patient.ts.
 */

/** The reasons when nobody has given an e-mail address. */
export const NO_ADDRESS = {
  patient: 'Es ist keine E-Mail-Adresse angegeben.',
  practice:
    'Kein Empfänger: Bitte die „Admin E-Mail“ (Seite „URLs & Admin E-Mail“) oder die E-Mail-Adresse in den Praxisdaten eintragen.',
}

/** The reason while no SMS provider is set up. */
export const NO_PROVIDER = 'Es ist kein SMS-Provider eingerichtet.'

/** The reason for a minor for whom nobody else has booked. */
const MINOR = 'Keine SMS an Minderjährige (niemand anderer hat gebucht).'

/** The reasons when SMS cannot reach the number. */
const UNREACHABLE = {
  landline: 'Festnetznummer: keine SMS möglich.',
  invalid: 'Keine gültige Mobilnummer: keine SMS möglich.',
}

/** Returns why the e-mail must not be sent, as a sentence; undefined if it may be sent. */
export function whyNoEmail(ctx: Ctx, to: keyof typeof NO_ADDRESS, recipient: string): string | undefined {
  const reason = to === 'practice' ? whyNoEmailToPractice(ctx, recipient) : undefined
  return reason ?? (recipient === '' ? NO_ADDRESS[to] : whyNotificationsOff(ctx, 'email'))
}

/** Works like `whyNoEmail` for the practice, except that it ignores whether notifications are off. */
export function whyNoEmailToPractice(ctx: Ctx, recipient: string): string | undefined {
  if (!readSetting(ctx, 'general', 'SEND_ADMIN_EMAIL')) return 'E-Mails an die Ordination sind abgeschaltet.'
  return recipient === '' ? NO_ADDRESS.practice : undefined
}

/**
 * Returns why the patient gets no SMS, as a sentence; undefined unless the patient is a minor for
 * whom nobody else has booked (docs/behaviour.md 10.44).
 */
export function whyNoSmsToMinor(
  { now }: Ctx,
  { birthOn, bookerRelation }: Pick<Booking, 'birthOn' | 'bookerRelation'>,
): string | undefined {
  return bookerRelation === null && isMinor(birthOn, dayAt(now)) ? MINOR : undefined
}

/** Returns why no SMS can be sent to the number, as a sentence; undefined if one can be sent. */
export function whyNoSms(ctx: Ctx, reach: Reach): string | undefined {
  if (reach.kind !== 'reachable') return UNREACHABLE[reach.kind]
  return canSendSms(ctx) ? undefined : NO_PROVIDER
}

/** Returns false if every message to the patient would be suppressed now. */
export function canReach(
  ctx: Ctx,
  { email, mobile, country }: Readonly<Record<'email' | 'mobile' | 'country', string>>,
): boolean {
  if (whyNoEmail(ctx, 'patient', email) === undefined) return true
  const reach = reachableMobile(mobile, country)
  return (
    (whyNoSms(ctx, reach) ?? whyNotificationsOff(ctx, 'sms') ?? whySmsNotAllowed(ctx, reach)) === undefined
  )
}

/** Returns the number for a reminder by SMS, in E.164; undefined if the reminder is sent by e-mail. */
export function reminderNumber(
  ctx: Ctx,
  booking: Pick<Booking, 'reminderBySms' | 'mobile' | 'country' | 'birthOn' | 'bookerRelation'>,
): string | undefined {
  if (!booking.reminderBySms || whyNoSmsToMinor(ctx, booking) !== undefined) return undefined
  const reach = reachableMobile(booking.mobile, booking.country)
  if (reach.kind !== 'reachable') return undefined
  return smsCountries(ctx).includes(reach.country) ? reach.e164 : undefined
}

/**
 * Returns the countries (ISO 3166-1) whose mobile phones get SMS: none while SMS are off or no provider is
 * set up.
 */
export function smsCountries(ctx: Ctx): readonly string[] {
  if (whyNotificationsOff(ctx, 'sms') !== undefined || !canSendSms(ctx)) return []
  return readCountries(readSetting(ctx, 'general', 'sms_countries'))
}

/** The setting that switches off the messages of one channel. */
const OFF_SETTING = { email: 'notify_muteEmail', sms: 'notify_muteSms' } as const

/**
 * Returns the practice's reason for switching off notifications on this channel; undefined while they are on.
 */
export function whyNotificationsOff(ctx: Ctx, channel: Exclude<Channel, 'erp'>): string | undefined {
  const general = readSettings(ctx, 'general')
  return general.notify_off || general[OFF_SETTING[channel]] ? offReason(general) : undefined
}

/** Returns the practice's own reason for switching notifications off, else a general sentence. */
export function offReason({ notify_reason }: { notify_reason: string }): string {
  return notify_reason || 'Benachrichtigungen sind abgeschaltet.'
}
