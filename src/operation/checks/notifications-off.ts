import type { Ctx } from '../../ctx.ts'
import { countSuppressed } from '../../messaging/outbox/state.ts'
import { offReason } from '../../messaging/outbox/suppression.ts'
import { readSettings } from '../../practice/settings.ts'
import { alert, defineCheck } from './check.ts'
import { GENERAL_PAGE } from './words.ts'

/** Whether the practice has switched messages off. */
export const notificationsOff = defineCheck({
  read: readNotificationsOff,
  alerts: (off) => {
    if (off === undefined) return []
    const { what, reason, count } = off
    const title = `${what} sind abgeschaltet`
    const effect = count === 0 ? 'noch nichts betroffen' : `${count} nicht gesendet`
    return [
      alert({
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
  const emails = notify_off || notify_muteEmail
  const sms = notify_off || notify_muteSms
  if (!emails && !sms) return undefined
  const suppressed = countSuppressed(ctx, offReason(general))
  return {
    what: emails && sms ? 'Benachrichtigungen' : emails ? 'E-Mails' : 'SMS',
    reason,
    count: (emails ? suppressed.email : 0) + (sms ? suppressed.sms : 0),
  }
}
