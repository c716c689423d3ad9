import type { Ctx } from '../../ctx.ts'
import { countSuppressed } from '../../messaging/outbox/state.ts'
import { offReason } from '../../messaging/outbox/suppression.ts'
import { readSettings } from '../../practice/settings.ts'
import { alertWithCard, defineCheck } from './check.ts'
import { GENERAL_PAGE } from './words.ts'

/** Checks whether the practice has switched messages off. */
export const notificationsOffCheck = defineCheck({
  read: readNotificationsOff,
  alerts: (switchedOff) => {
    if (switchedOff === undefined) return []
    const { what, reason, count } = switchedOff
    const title = `${what} sind abgeschaltet`
    const effect = count === 0 ? 'noch nichts betroffen' : `${count} nicht gesendet`
    return [
      alertWithCard({
        kind: 'muted',
        level: 'warning',
        banner: `${title}.`,
        title,
        detail: (reason && `„${reason}“, `) + effect,
        href: GENERAL_PAGE,
      }),
    ]
  },
})

/**
 * Reads the channels that are switched off, the reason, and the number of suppressed messages about coming
 * appointments.
 */
function readNotificationsOff(ctx: Ctx) {
  const general = readSettings(ctx, 'general')
  const { notify_off, notify_muteEmail, notify_muteSms, notify_reason: reason } = general
  const emailsOff = notify_off || notify_muteEmail
  const smsOff = notify_off || notify_muteSms
  if (!emailsOff && !smsOff) return undefined
  const suppressed = countSuppressed(ctx, offReason(general))
  return {
    what: whatIsOff({ emailsOff, smsOff }),
    reason,
    count: (emailsOff ? suppressed.email : 0) + (smsOff ? suppressed.sms : 0),
  }
}

/** Names the messages that are switched off. */
function whatIsOff({ emailsOff, smsOff }: Readonly<{ emailsOff: boolean; smsOff: boolean }>): string {
  if (emailsOff && smsOff) return 'Benachrichtigungen'
  return emailsOff ? 'E-Mails' : 'SMS'
}
