import { countOpenRequests, type OpenRequests } from '../../backoffice/open-requests.ts'
import type { Ctx } from '../../ctx.ts'
import { type BackupState, backupState } from '../../db/backups.ts'
import { type OutboxState, outboxState } from '../../messaging/outbox/queue.ts'
import { type SmsState, smsState } from '../../messaging/outbox/sms.ts'
import { type KnownBalance, lowBalances } from '../../messaging/sms/balances.ts'
import { PROVIDER_NAMES } from '../../messaging/sms/provider.ts'
import { readSettings } from '../../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../../shared/day.ts'
import { money } from '../../shared/format.ts'

/** Everything that the banner looks at. Cheap to read, since every open admin page asks once a minute. */
export type Health = Readonly<{
  maintenance: boolean
  mails: OutboxState
  sms: SmsState
  /** Undefined where there can be none. */
  backup: BackupState | undefined
  /** What is switched off. */
  muted: 'all' | 'emails' | 'sms' | undefined
  smtp: boolean
  lowBalances: readonly KnownBalance[]
  requests: OpenRequests
}>

export type Level = 'info' | 'warning' | 'danger' | 'maintenance'

/** An outbox in which something has been due for so long stands still (decisions, section 6). */
const STANDSTILL = 10 * MINUTE

export function readHealth(ctx: Ctx): Health {
  const general = readSettings(ctx, 'general')
  return {
    maintenance: general.booking_maintenance_active,
    mails: outboxState(ctx),
    sms: smsState(ctx),
    backup: backupState(ctx),
    muted: mutedChannels(general),
    smtp: ctx.config.smtpUrl !== undefined,
    lowBalances: lowBalances(ctx),
    requests: countOpenRequests(ctx),
  }
}

/** The worst level that anything calls for, with a sentence for each reason of that level (decisions, section 6). */
export function statusOf(condition: Health): { level: Level; message: string } {
  const reasons: readonly [Level, readonly (string | undefined)[]][] = [
    ['maintenance', [condition.maintenance ? 'Die Online-Buchung ist geschlossen (Wartung).' : undefined]],
    ['danger', [failure(condition), ...standstills(condition), backupAlarm(condition)]],
    [
      'warning',
      [lateRequests(condition), silence(condition), smtpMissing(condition), ...lowMoney(condition)],
    ],
  ]
  for (const [level, sentences] of reasons) {
    const said = sentences.filter((sentence) => sentence !== undefined)
    if (said.length > 0) return { level, message: said.join(' ') }
  }
  return { level: 'info', message: '' }
}

/** `2 E-Mails und 1 SMS`; undefined for none of either. */
export function messagesText(mails: number, sms: number): string | undefined {
  const parts = [
    ...(mails > 0 ? [`${mails} ${mails === 1 ? 'E-Mail' : 'E-Mails'}`] : []),
    ...(sms > 0 ? [`${sms} SMS`] : []),
  ]
  return parts.length > 0 ? parts.join(' und ') : undefined
}

/** What has been due for too long, a sentence for each channel. */
export function standstills({ mails, sms, smtp }: Health): string[] {
  return [
    ...(mails.overdue > STANDSTILL
      ? [
          `E-Mails warten seit ${ago(mails.overdue)}${smtp ? ' auf den Versand' : ': Es ist kein Mailserver eingerichtet'}.`,
        ]
      : []),
    ...(sms.overdue > STANDSTILL ? [`SMS warten seit ${ago(sms.overdue)} auf den Versand.`] : []),
  ]
}

function failure({ mails, sms }: Health): string | undefined {
  const what = messagesText(mails.failed, sms.failed)
  if (what === undefined) return undefined
  return `${what} ${mails.failed + sms.failed === 1 ? 'konnte' : 'konnten'} nicht gesendet werden.`
}

function backupAlarm({ backup }: Health): string | undefined {
  if (!backup?.late) return undefined
  return backup.at === undefined
    ? 'Es gibt noch keine Sicherung.'
    : `Seit ${ago(backup.age)} gibt es keine neue Sicherung.`
}

function lateRequests({ requests: { late } }: Health): string | undefined {
  if (late === 0) return undefined
  return `${late} ${late === 1 ? 'Anfrage wartet' : 'Anfragen warten'} seit über 24 Stunden.`
}

function silence({ muted }: Health): string | undefined {
  return (
    muted &&
    {
      all: 'Benachrichtigungen sind abgeschaltet.',
      emails: 'E-Mails sind abgeschaltet.',
      sms: 'SMS sind abgeschaltet.',
    }[muted]
  )
}

function smtpMissing({ smtp }: Health): string | undefined {
  return smtp ? undefined : 'Es ist kein Mailserver eingerichtet.'
}

function lowMoney({ lowBalances }: Health): string[] {
  return lowBalances.map(
    ({ provider, amount, currency }) =>
      `Guthaben bei ${PROVIDER_NAMES[provider]} ist niedrig: ${money(amount, currency)}.`,
  )
}

function mutedChannels(general: {
  notify_off: boolean
  notify_muteEmail: boolean
  notify_muteSms: boolean
}): Health['muted'] {
  if (general.notify_off || (general.notify_muteEmail && general.notify_muteSms)) return 'all'
  if (general.notify_muteEmail) return 'emails'
  return general.notify_muteSms ? 'sms' : undefined
}

/** How long, after „seit“: `25 Minuten`, `40 Stunden`, `3 Tagen`. */
function ago(milliseconds: number): string {
  if (milliseconds < 2 * HOUR) return `${Math.floor(milliseconds / MINUTE)} Minuten`
  if (milliseconds < 2 * DAY_LENGTH) return `${Math.floor(milliseconds / HOUR)} Stunden`
  return `${Math.floor(milliseconds / DAY_LENGTH)} Tagen`
}
