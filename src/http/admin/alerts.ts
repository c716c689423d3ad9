import { listAdmins } from '../../access/admins.ts'
import { hasSecondFactor } from '../../access/second-factor.ts'
import { muteReason } from '../../booking/notifications.ts'
import type { Ctx } from '../../ctx.ts'
import { countHeldBack } from '../../messaging/outbox/suppressed.ts'
import { PROVIDER_NAMES } from '../../messaging/sms/provider.ts'
import { readSettings } from '../../practice/settings.ts'
import type { Instant } from '../../shared/day.ts'
import { money, shortDayTime, timeOfDay } from '../../shared/format.ts'
import { dayNumberAt } from '../../time/vienna.ts'
import { type Health, messagesText, standstills } from './status.ts'

/** A thing that the practice should know of. `href` is where something can be done about it; empty: not on these pages. */
export type Alert = Readonly<{
  kind: 'failed' | 'unknown' | 'standstill' | 'backup' | 'muted' | 'smtp' | 'balance' | 'second-factor'
  level: 'info' | 'warning' | 'danger'
  title: string
  detail: string
  href: string
}>

/** „Bitte beachten“: what the banner tells in a word, one by one and with what else is good to know; the worst first. */
export function listAlerts(ctx: Ctx, condition: Health): Alert[] {
  return [
    ...failed(condition),
    ...standing(condition),
    ...unknown(condition),
    ...muted(ctx, condition),
    ...smtp(condition),
    ...balance(ctx, condition),
    ...singleFactor(ctx),
    ...backup(ctx, condition),
  ].toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
}

const LEVELS = ['danger', 'warning', 'info']
const OUTBOX = '/admin/outbox'
const MUTED = { all: 'Benachrichtigungen sind aus', emails: 'E-Mails sind stumm', sms: 'SMS sind stumm' }

function failed({ mails, sms }: Health): Alert[] {
  const detail = messagesText(mails.failed, sms.failed)
  if (detail === undefined) return []
  return [{ kind: 'failed', level: 'danger', title: 'Nicht gesendet', detail, href: OUTBOX }]
}

function standing(condition: Health): Alert[] {
  const detail = standstills(condition).join(' ')
  if (detail === '') return []
  return [{ kind: 'standstill', level: 'danger', title: 'Outbox steht still', detail, href: OUTBOX }]
}

function unknown({ sms }: Health): Alert[] {
  const detail = messagesText(0, sms.unknown)
  if (detail === undefined) return []
  return [{ kind: 'unknown', level: 'warning', title: 'Unklar, ob gesendet', detail, href: OUTBOX }]
}

function muted(ctx: Ctx, { muted }: Health): Alert[] {
  if (muted === undefined) return []
  const general = readSettings(ctx, 'general')
  const held = countHeldBack(ctx, muteReason(general))
  const count = { all: held.emails + held.sms, emails: held.emails, sms: held.sms }[muted]
  const reason = general.notify_reason && `„${general.notify_reason}“, `
  const effect = count === 0 ? 'noch nichts zurückgehalten' : `${count} nicht gesendet`
  return [
    {
      kind: 'muted',
      level: 'warning',
      title: MUTED[muted],
      detail: reason + effect,
      href: '/admin/settings/general',
    },
  ]
}

function smtp({ smtp }: Health): Alert[] {
  if (smtp) return []
  const detail = 'E-Mails warten, bis SMTP_URL gesetzt ist.'
  return [{ kind: 'smtp', level: 'warning', title: 'Kein Mailserver', detail, href: '' }]
}

function balance(ctx: Ctx, { lowBalances }: Health): Alert[] {
  return lowBalances.map(({ provider, amount, currency, at }) => ({
    kind: 'balance',
    level: 'warning',
    title: 'Guthaben niedrig',
    detail: `${PROVIDER_NAMES[provider]} ${money(amount, currency)}, Stand ${recently(ctx, at)}`,
    href: '/admin/settings/sms',
  }))
}

function singleFactor(ctx: Ctx): Alert[] {
  const count = listAdmins(ctx).filter((admin) => !hasSecondFactor(admin)).length
  if (count === 0) return []
  return [
    {
      kind: 'second-factor',
      level: 'info',
      title: 'Zweiter Faktor fehlt',
      detail: `${count} ${count === 1 ? 'Zugang ist' : 'Zugänge sind'} nur mit Passwort geschützt.`,
      href: '/admin/account',
    },
  ]
}

/** In order is told as well: it is what nobody looks for until it is needed. */
function backup(ctx: Ctx, { backup }: Health): Alert[] {
  if (backup === undefined) return []
  const { at, late } = backup
  const title = late ? 'Sicherung veraltet' : 'Sicherung in Ordnung'
  const last = at === undefined ? undefined : { title, detail: `zuletzt ${recently(ctx, at)}` }
  const none = late
    ? { title: 'Keine Sicherung', detail: 'Warum keine entsteht, sagt das Protokoll des Servers.' }
    : { title: 'Noch keine Sicherung', detail: 'Sie wird jede Nacht von selbst gemacht.' }
  return [{ kind: 'backup', level: late ? 'danger' : 'info', ...(last ?? none), href: '' }]
}

/** `heute 13:00`, `gestern 02:15`, `Di 5. Jänner, 02:15` */
function recently({ now }: Ctx, at: Instant): string {
  const day = { 0: 'heute', 1: 'gestern' }[dayNumberAt(now) - dayNumberAt(at)]
  return day === undefined ? shortDayTime(at) : `${day} ${timeOfDay(at)}`
}
