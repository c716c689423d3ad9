import { listAdmins } from '../access/admins.ts'
import { hasSecondFactor } from '../access/second-factor.ts'
import { findSighting } from '../access/sightings.ts'
import { UNANSWERED_AFTER } from '../booking/reminders.ts'
import type { Ctx } from '../ctx.ts'
import { type DatabaseFault, databaseFault, noteDatabaseError } from '../db/health.ts'
import { type BackupState, backupState, firstStart } from '../db/nightly-backups.ts'
import { readTask } from '../db/task-outcomes.ts'
import { listErpConflicts } from '../erp/pull.ts'
import { isSyncOn, readErpState } from '../erp/sync.ts'
import { type ChannelState, countSuppressed, outboxState } from '../messaging/outbox/log.ts'
import { offReason } from '../messaging/outbox/suppression.ts'
import { type KnownBalance, lowBalances } from '../messaging/sms/balances.ts'
import { smsOfMonth } from '../messaging/sms/limits.ts'
import { linkFault } from '../practice/addresses.ts'
import { isDemo } from '../practice/demo-mark.ts'
import { hasMailServer } from '../practice/mail-server.ts'
import { readSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { money, shortDayTime, timeOfDay } from '../shared/format.ts'
import { PROVIDER_NAMES } from '../shared/sms-providers.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { listConflicts } from './absence-conflicts.ts'
import { listErpChanges } from './erp-status.ts'
import { countOpenRequests, type OpenRequests } from './open-requests.ts'

/** The facts that alerts are made of. Cheap to read, because every open admin page asks once a minute. */
export type AlertFacts = Readonly<{
  now: Instant
  database: DatabaseFault | undefined
  /** The demo practice in production. */
  demo: boolean
  maintenance: boolean
  mails: ChannelState
  sms: ChannelState
  /** Undefined for a database in memory. */
  backup: BackupState | undefined
  /** The last trial restore. Undefined for a database in memory. */
  drill: DrillFacts | undefined
  /** When AFTER_BACKUP failed last, unless it has succeeded since. */
  copyFailedAt: Instant | undefined
  /** The channels that are switched off, why, and how many of their messages for coming appointments were suppressed. */
  notificationsOff:
    | Readonly<{ channels: 'all' | 'emails' | 'sms'; reason: string; count: number }>
    | undefined
  smtp: boolean
  /** The address of a proxy that is missing in TRUSTED_PROXIES. */
  untrustedProxy: string | undefined
  distantProxy: string | undefined
  /** A host that is none of the portal's addresses, with Turnstile checks. */
  turnstileHost: string | undefined
  linkFault: ReturnType<typeof linkFault>
  lowBalances: readonly KnownBalance[]
  /** The SMS of this month; a cap of 0 is none. */
  smsOfMonth: Readonly<{ count: number; cap: number }>
  /** Undefined while the synchronisation with Odoo is off. */
  odoo: OdooFacts | undefined
  requests: OpenRequests
  /** How many appointments stand in a time in which the practice is closed. */
  inClosedTime: number
  /** How many admins sign in with a password only. */
  singleFactorAdmins: number
}>

type DrillFacts = Readonly<{
  succeededAt: Instant | undefined
  /** When it failed, unless it has succeeded since. */
  failedAt: Instant | undefined
  /** Milliseconds since the last success, or since the first start. */
  age: number
}>

type OdooFacts = Readonly<{
  /** When busy times were last read, and why the reading after that failed. */
  pulledAt: Instant | null
  error: string | null
  /** Bookings that were given up, that a busy time overlaps, and that the doctor has changed in Odoo. */
  failed: number
  conflicts: number
  changes: number
}>

/** Worst first. */
const LEVELS = ['maintenance', 'danger', 'warning', 'info'] as const
type Level = (typeof LEVELS)[number]

/** What is wrong with the portal, or good to know. Rules: docs/behaviour.md 12.24 and 12.26. */
export type Alert = Readonly<{
  kind:
    | 'database'
    | 'demo'
    | 'maintenance'
    | 'mail-fault'
    | 'failed'
    | 'standstill'
    | 'unknown'
    | 'requests'
    | 'marked'
    | 'closed-time'
    | 'muted'
    | 'smtp'
    | 'untrusted-proxy'
    | 'distant-proxy'
    | 'turnstile-host'
    | 'links'
    | 'balance'
    | 'sms-cap'
    | 'odoo'
    | 'odoo-conflict'
    | 'odoo-change'
    | 'second-factor'
    | 'backup'
    | 'backup-copy'
    | 'drill'
  level: Level
  /** The sentence in the banner above every admin page; without one the banner leaves the alert out. */
  banner?: string
  /** The entry on the start page; without one the start page leaves the alert out. */
  card?: Card
}>

/** `href` leads to the page where something can be done; empty where no page can. */
export type Card = Readonly<{ title: string; detail: string; href: string }>

/** A drill is made every 30 days. */
const DRILL_LATE = 40 * DAY_LENGTH
/** An outbox in which a message is overdue for longer than this stands still. */
const STANDSTILL = 10 * MINUTE

const OUTBOX = '/admin/outbox'

/** The alerts of this moment and the counts beside the navigation. Of a database that cannot be read, only that alert. */
export function readAlerts(ctx: Ctx): { alerts: Alert[]; counts: { requests: number; failed: number } } {
  try {
    const facts = readAlertFacts(ctx)
    const { mails, sms, requests } = facts
    return {
      alerts: alertsOf(facts),
      counts: { requests: requests.count, failed: mails.failed + sms.failed },
    }
  } catch (error) {
    const fault = noteDatabaseError(ctx.db, error)
    if (fault === undefined) throw error
    return { alerts: databaseAlerts({ database: fault }), counts: { requests: 0, failed: 0 } }
  }
}

export function readAlertFacts(ctx: Ctx): AlertFacts {
  const { email: mails, sms, erp } = outboxState(ctx)
  return {
    now: ctx.now,
    database: databaseFault(ctx),
    demo: ctx.config.production && isDemo(ctx),
    maintenance: readSettings(ctx, 'general').booking_maintenance_active,
    mails,
    sms,
    backup: backupState(ctx),
    drill: readDrill(ctx),
    copyFailedAt: copyFailedAt(ctx),
    notificationsOff: readNotificationsOff(ctx),
    smtp: hasMailServer(ctx),
    untrustedProxy: findSighting(ctx, 'untrusted-proxy'),
    distantProxy: findSighting(ctx, 'distant-proxy'),
    turnstileHost: findSighting(ctx, 'turnstile-host'),
    linkFault: linkFault(ctx),
    lowBalances: lowBalances(ctx),
    smsOfMonth: smsOfMonth(ctx),
    odoo: readOdoo(ctx, erp.failed),
    requests: countOpenRequests(ctx),
    inClosedTime: listConflicts(ctx).length,
    singleFactorAdmins: listAdmins(ctx).filter((admin) => !hasSecondFactor(admin)).length,
  }
}

/** Every alert, the worst first. */
export function alertsOf(facts: AlertFacts): Alert[] {
  return [
    ...databaseAlerts(facts),
    ...demoAlerts(facts),
    ...maintenanceAlerts(facts),
    ...mailFaultAlerts(facts),
    ...failedAlerts(facts),
    ...standstillAlerts(facts),
    ...unknownAlerts(facts),
    ...lateRequestAlerts(facts),
    ...markedRequestAlerts(facts),
    ...closedTimeAlerts(facts),
    ...notificationsOffAlerts(facts),
    ...smtpAlerts(facts),
    ...untrustedProxyAlerts(facts),
    ...distantProxyAlerts(facts),
    ...turnstileHostAlerts(facts),
    ...linkAlerts(facts),
    ...facts.lowBalances.map((low) => balanceAlert(facts, low)),
    ...smsCapAlerts(facts),
    ...odooAlerts(facts),
    ...singleFactorAlerts(facts),
    ...backupAlerts(facts),
    ...backupCopyAlerts(facts),
    ...drillAlerts(facts),
  ].toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
}

/** The banner: the worst level of all alerts that have a sentence for it, and the sentences of that level. */
export function worstOf(alerts: readonly Alert[]): { level: Level; message: string } {
  const spoken = alerts.filter(({ banner }) => banner !== undefined)
  const level = spoken[0]?.level ?? 'info'
  const sentences = spoken.filter((alert) => alert.level === level).map(({ banner }) => banner)
  return { level, message: sentences.join(' ') }
}

const DATABASE_FAULTS: Readonly<Record<DatabaseFault, { banner: string; title: string; detail: string }>> = {
  damaged: {
    banner: 'Die Datenbank ist beschädigt. Bitte Ordi anhalten und eine Sicherung zurückspielen.',
    title: 'Datenbank beschädigt',
    detail: 'Ordi anhalten und die letzte Sicherung zurückspielen: ordi restore DATEI --yes',
  },
  full: {
    banner: 'Der Speicher ist voll: Termine können nicht gespeichert werden.',
    title: 'Speicher voll',
    detail: 'Bitte im Datenverzeichnis des Servers Platz schaffen. Danach geht es von selbst weiter.',
  },
  unwritable: {
    banner: 'Die Datenbank ist nicht beschreibbar: Termine können nicht gespeichert werden.',
    title: 'Datenbank nicht beschreibbar',
    detail: 'Bitte Datenträger und Rechte des Datenverzeichnisses prüfen.',
  },
}

function databaseAlerts({ database: fault }: Pick<AlertFacts, 'database'>): Alert[] {
  if (fault === undefined) return []
  const { banner, ...card } = DATABASE_FAULTS[fault]
  return [{ kind: 'database', level: 'danger', banner, card: { ...card, href: '' } }]
}

/** Without a place to go to: the way out stands above every page. */
function demoAlerts({ demo: isOn }: AlertFacts): Alert[] {
  if (!isOn) return []
  const banner = 'Das ist noch die Demo.'
  const detail = 'Termine hier sind nicht echt. „Demo beenden“ steht über jeder Seite der Verwaltung.'
  return [{ kind: 'demo', level: 'warning', banner, card: { title: 'Demo in Betrieb', detail, href: '' } }]
}

function maintenanceAlerts(facts: AlertFacts): Alert[] {
  if (!facts.maintenance) return []
  const banner = 'Die Online-Buchung ist geschlossen (Wartung).'
  return [{ kind: 'maintenance', level: 'maintenance', banner }]
}

function failedAlerts({ mails, sms }: AlertFacts): Alert[] {
  const count = mails.failed + sms.failed
  if (count === 0) return []
  const detail = messagesText(mails.failed, sms.failed)
  const banner = `${detail} ${count === 1 ? 'konnte' : 'konnten'} nicht gesendet werden.`
  const href = `${OUTBOX}?${mails.failed > 0 ? '' : 'tab=sms&'}status=failed`
  return [
    { kind: 'failed', level: 'danger', banner, card: { title: 'Nachrichten nicht gesendet', detail, href } },
  ]
}

/** Without a banner: the practice may mean to keep them. */
function closedTimeAlerts({ inClosedTime: count }: AlertFacts): Alert[] {
  if (count === 0) return []
  const detail = `${appointmentsText(count)} ${count === 1 ? 'steht' : 'stehen'} noch.`
  const card = { title: 'Termine in geschlossener Zeit', detail, href: '/admin/absences' }
  return [{ kind: 'closed-time', level: 'warning', card }]
}

/** At once, and until an e-mail has gone out: without e-mail checks nobody can book. */
function mailFaultAlerts({ mails: { fault } }: AlertFacts): Alert[] {
  if (fault === null) return []
  const card = { title: 'E-Mails gehen nicht hinaus', detail: fault, href: `${OUTBOX}?status=queued` }
  return [{ kind: 'mail-fault', level: 'danger', banner: fault, card }]
}

function standstillAlerts({ mails, sms, smtp }: AlertFacts): Alert[] {
  const end = smtp ? ' auf den Versand.' : ': Es ist kein Mailserver eingerichtet.'
  const sentences = [
    ...(mails.overdue > STANDSTILL ? [`E-Mails warten seit ${duration(mails.overdue)}${end}`] : []),
    ...(sms.overdue > STANDSTILL ? [`SMS warten seit ${duration(sms.overdue)} auf den Versand.`] : []),
  ]
  if (sentences.length === 0) return []
  const detail = sentences.join(' ')
  const card = { title: 'Outbox steht still', detail, href: OUTBOX }
  return [{ kind: 'standstill', level: 'danger', banner: detail, card }]
}

function unknownAlerts({ sms }: AlertFacts): Alert[] {
  if (sms.unknown === 0) return []
  const href = `${OUTBOX}?tab=sms&status=unknown`
  const card = { title: 'Unklar, ob gesendet', detail: messagesText(0, sms.unknown), href }
  return [{ kind: 'unknown', level: 'warning', card }]
}

/** Without a card: the start page lists the requests themselves. */
function lateRequestAlerts({ requests: { late } }: AlertFacts): Alert[] {
  if (late === 0) return []
  const waiting = late === 1 ? 'Anfrage wartet' : 'Anfragen warten'
  const banner = `${late} ${waiting} seit über ${duration(UNANSWERED_AFTER)}.`
  return [{ kind: 'requests', level: 'warning', banner }]
}

function markedRequestAlerts({ requests: { marked } }: AlertFacts): Alert[] {
  if (marked === 0) return []
  const waiting = marked === 1 ? '1 auffällige Anfrage wartet' : `${marked} auffällige Anfragen warten`
  const banner = `${waiting} auf der Übersicht.`
  const card = { title: 'Auffällige Anfragen', detail: `${waiting}.`, href: '/admin?marked=reject' }
  return [{ kind: 'marked', level: 'warning', banner, card }]
}

const CHANNELS = { all: 'Benachrichtigungen', emails: 'E-Mails', sms: 'SMS' }

function notificationsOffAlerts({ notificationsOff }: AlertFacts): Alert[] {
  if (notificationsOff === undefined) return []
  const { channels, reason, count } = notificationsOff
  const title = `${CHANNELS[channels]} sind abgeschaltet`
  const effect = count === 0 ? 'noch nichts betroffen' : `${count} nicht gesendet`
  const card = { title, detail: (reason && `„${reason}“, `) + effect, href: '/admin/settings/general' }
  return [{ kind: 'muted', level: 'warning', banner: `${title}.`, card }]
}

function smtpAlerts({ smtp }: AlertFacts): Alert[] {
  if (smtp) return []
  const banner = 'Es ist kein Mailserver eingerichtet.'
  const detail = 'E-Mails warten, bis einer eingetragen ist.'
  const card = { title: 'Kein Mailserver', detail, href: '/admin/settings/smtp' }
  return [{ kind: 'smtp', level: 'warning', banner, card }]
}

function untrustedProxyAlerts({ untrustedProxy: proxy }: AlertFacts): Alert[] {
  if (proxy === undefined) return []
  const banner = 'TRUSTED_PROXIES setzen: Alle Besucher scheinen von derselben Adresse zu kommen.'
  const detail = `Der Proxy ${proxy} leitet Besucher weiter, ist Ordi aber nicht bekannt. Bis dahin gilt keine Grenze je Internetanschluss, und bei der Anmeldung zählen alle als einer. Für Ihre IT: TRUSTED_PROXIES um ${proxy} ergänzen und Ordi neu starten.`
  return [
    {
      kind: 'untrusted-proxy',
      level: 'danger',
      banner,
      card: { title: 'TRUSTED_PROXIES setzen', detail, href: '' },
    },
  ]
}

/** A warning only, because anybody can send the header. */
function distantProxyAlerts({ distantProxy: proxy }: AlertFacts): Alert[] {
  if (proxy === undefined) return []
  const banner = 'Proxy nicht als vertrauenswürdig eingetragen (TRUSTED_PROXIES).'
  const detail = `${proxy} leitet Besucher weiter. Ist das Ihr Proxy? Bis er eingetragen ist, zählen alle Besucher bei den Grenzen als einer, auch bei der Anmeldung. Für Ihre IT: TRUSTED_PROXIES um ${proxy} ergänzen und Ordi neu starten.`
  const card = { title: 'Proxy nicht eingetragen', detail, href: '' }
  return [{ kind: 'distant-proxy', level: 'warning', banner, card }]
}

function turnstileHostAlerts({ turnstileHost: host }: AlertFacts): Alert[] {
  if (host === undefined) return []
  const banner = `Bot-Prüfungen von ${host} werden abgelehnt.`
  const detail = `Turnstile meldet ${host} als Adresse der Seite. Ist das Ihre, tragen Sie sie bei den Adressen ein.`
  const card = { title: 'Bot-Prüfung von fremder Adresse', detail, href: ADDRESSES }
  return [{ kind: 'turnstile-host', level: 'warning', banner, card }]
}

const ADDRESSES = '/admin/settings/urls'

function linkAlerts({ linkFault: fault }: AlertFacts): Alert[] {
  if (fault === undefined) return []
  const [banner, title, detail] =
    fault === 'local'
      ? [
          'Links in E-Mails führen zu localhost statt zum Portal.',
          'Adresse des Portals fehlt',
          'Niemand kann Links in E-Mails öffnen. Tragen Sie die Adresse des Portals ein, oder Ihre IT setzt BASE_URL.',
        ]
      : [
          'Links in E-Mails sind nicht verschlüsselt (http).',
          'Portal ohne https',
          'Gesundheitsdaten brauchen https. Tragen Sie die Adresse mit https ein, oder Ihre IT setzt BASE_URL.',
        ]
  return [{ kind: 'links', level: 'warning', banner, card: { title, detail, href: ADDRESSES } }]
}

function balanceAlert({ now }: AlertFacts, { provider, amount, currency, at }: KnownBalance): Alert {
  const [name, left] = [PROVIDER_NAMES[provider], money(amount, currency)]
  const banner = `Guthaben bei ${name} ist niedrig: ${left}.`
  const detail = `${name} ${left}, Stand ${recently(now, at)}`
  const card = { title: 'Guthaben niedrig', detail, href: '/admin/settings/sms' }
  return { kind: 'balance', level: 'warning', banner, card }
}

const CAP_IN_SIGHT = 0.8

function smsCapAlerts({ smsOfMonth: { count, cap } }: AlertFacts): Alert[] {
  if (cap === 0 || count < cap * CAP_IN_SIGHT) return []
  const [level, banner, title] =
    count < cap
      ? (['warning', `Diesen Monat sind ${count} von ${cap} SMS verbraucht.`, 'SMS bald verbraucht'] as const)
      : ([
          'danger',
          `Die Grenze von ${cap} SMS im Monat ist erreicht: Es gehen keine SMS mehr hinaus.`,
          'Keine SMS mehr',
        ] as const)
  const detail = `${count} von ${cap} in diesem Monat`
  return [{ kind: 'sms-cap', level, banner, card: { title, detail, href: '/admin/settings/general' } }]
}

const ODOO = '/admin/settings/odoo'

function odooAlerts({ now, odoo }: AlertFacts): Alert[] {
  if (odoo === undefined) return []
  const { pulledAt, error, failed, conflicts, changes } = odoo
  const warning = (kind: Alert['kind'], banner: string, title: string, detail: string): Alert => ({
    kind,
    level: 'warning',
    banner,
    card: { title, detail, href: ODOO },
  })
  const alerts: Alert[] = []
  if (error !== null) {
    const read = pulledAt === null ? 'noch nie' : `zuletzt ${recently(now, pulledAt)}`
    alerts.push(warning('odoo', `Odoo: ${error}`, 'Odoo antwortet nicht', `${error} Gelesen ${read}.`))
  }
  if (failed > 0) {
    const banner = `${failed} ${failed === 1 ? 'Termin kam' : 'Termine kamen'} nicht nach Odoo.`
    alerts.push(warning('odoo', banner, 'Nicht nach Odoo übertragen', appointmentsText(failed)))
  }
  if (conflicts > 0) {
    const count = appointmentsText(conflicts)
    const banner = `${count} ${conflicts === 1 ? 'überschneidet' : 'überschneiden'} sich mit Odoo.`
    alerts.push(warning('odoo-conflict', banner, 'Konflikt mit Odoo', count))
  }
  if (changes > 0) {
    const count = appointmentsText(changes)
    const banner = `${count} ${changes === 1 ? 'wurde' : 'wurden'} in Odoo geändert.`
    alerts.push(warning('odoo-change', banner, 'In Odoo geändert', count))
  }
  return alerts
}

function appointmentsText(count: number): string {
  return count === 1 ? '1 Termin' : `${count} Termine`
}

function readOdoo(ctx: Ctx, failed: number): OdooFacts | undefined {
  if (!isSyncOn(ctx)) return undefined
  const state = readErpState(ctx)
  return {
    pulledAt: state?.pulledAt ?? null,
    error: state?.pullError ?? null,
    failed,
    conflicts: new Set(listErpConflicts(ctx).map(({ bookingId }) => bookingId)).size,
    changes: listErpChanges(ctx).length,
  }
}

function singleFactorAlerts({ singleFactorAdmins: count }: AlertFacts): Alert[] {
  if (count === 0) return []
  const detail = `${count} ${count === 1 ? 'Zugang ist' : 'Zugänge sind'} nur mit Passwort geschützt.`
  const card = { title: 'Zweiter Faktor fehlt', detail, href: '/admin/account' }
  return [{ kind: 'second-factor', level: 'info', card }]
}

/** A recent backup is listed too: nobody looks for it until it is needed. */
function backupAlerts({ now, backup, drill }: AlertFacts): Alert[] {
  if (backup === undefined) return []
  const { at, encrypted, age, late } = backup
  if (!late) {
    const card =
      at === undefined
        ? { title: 'Noch keine Sicherung', detail: 'Sie wird jede Nacht von selbst gemacht.', href: '' }
        : {
            title: 'Sicherung in Ordnung',
            detail: [
              `zuletzt ${recently(now, at)}`,
              ...(encrypted ? ['verschlüsselt'] : []),
              ...(drill?.succeededAt ? [`geprobt ${recently(now, drill.succeededAt)}`] : []),
            ].join(', '),
            href: '',
          }
    return [{ kind: 'backup', level: 'info', card }]
  }
  const [banner, card] =
    at === undefined
      ? [
          'Es gibt noch keine Sicherung.',
          { title: 'Keine Sicherung', detail: 'Warum keine entsteht, sagt das Protokoll des Servers.' },
        ]
      : [
          `Seit ${duration(age)} gibt es keine neue Sicherung.`,
          { title: 'Sicherung veraltet', detail: `zuletzt ${recently(now, at)}` },
        ]
  return [{ kind: 'backup', level: 'danger', banner, card: { ...card, href: '' } }]
}

function drillAlerts({ now, drill }: AlertFacts): Alert[] {
  if (drill === undefined) return []
  const { succeededAt, failedAt, age } = drill
  if (failedAt !== undefined) {
    const banner = 'Die Sicherung ließ sich nicht probeweise zurückspielen.'
    const detail = `Versucht ${recently(now, failedAt)}. Warum, sagt das Protokoll des Servers oder „ordi drill“.`
    const card = { title: 'Sicherung nicht brauchbar', detail, href: '' }
    return [{ kind: 'drill', level: 'danger', banner, card }]
  }
  if (age <= DRILL_LATE) return []
  const banner = `Seit ${duration(age)} wurde keine Sicherung probeweise zurückgespielt.`
  const last = succeededAt === undefined ? 'Noch nie geprobt.' : `Zuletzt ${recently(now, succeededAt)}.`
  const card = { title: 'Sicherung nicht geprobt', detail: `${last} Von Hand: „ordi drill“.`, href: '' }
  return [{ kind: 'drill', level: 'warning', banner, card }]
}

function readDrill({ db, now }: Ctx): DrillFacts | undefined {
  if (db.$client.memory) return undefined
  const last = readTask(db, 'drill')
  return {
    succeededAt: last?.succeededAt,
    failedAt: last?.error === undefined ? undefined : last.at,
    age: now - (last?.succeededAt ?? firstStart(db) ?? now),
  }
}

function backupCopyAlerts({ now, copyFailedAt: at }: AlertFacts): Alert[] {
  if (at === undefined) return []
  const banner = 'Die Sicherung konnte nicht außer Haus kopiert werden.'
  const detail = `AFTER_BACKUP ist gescheitert, zuletzt ${recently(now, at)}. Warum, sagt das Protokoll des Servers.`
  const card = { title: 'Sicherung nicht kopiert', detail, href: '' }
  return [{ kind: 'backup-copy', level: 'danger', banner, card }]
}

function copyFailedAt({ db, config }: Ctx): Instant | undefined {
  const last = config.afterBackup.length > 0 ? readTask(db, 'after-backup') : undefined
  return last?.error === undefined ? undefined : last.at
}

function readNotificationsOff(ctx: Ctx): AlertFacts['notificationsOff'] {
  const general = readSettings(ctx, 'general')
  const { notify_off, notify_muteEmail, notify_muteSms, notify_reason: reason } = general
  if (!(notify_off || notify_muteEmail || notify_muteSms)) return undefined
  const { email, sms } = countSuppressed(ctx, offReason(general))
  if (notify_off || (notify_muteEmail && notify_muteSms))
    return { channels: 'all', reason, count: email + sms }
  return notify_muteEmail
    ? { channels: 'emails', reason, count: email }
    : { channels: 'sms', reason, count: sms }
}

/** `2 E-Mails und 1 SMS` */
function messagesText(mails: number, sms: number): string {
  const parts = [
    ...(mails > 0 ? [`${mails} ${mails === 1 ? 'E-Mail' : 'E-Mails'}`] : []),
    ...(sms > 0 ? [`${sms} SMS`] : []),
  ]
  return parts.join(' und ')
}

/** After „seit“: `25 Minuten`, `40 Stunden`, `3 Tagen`. */
function duration(milliseconds: number): string {
  if (milliseconds < 2 * HOUR) return `${Math.floor(milliseconds / MINUTE)} Minuten`
  if (milliseconds < 2 * DAY_LENGTH) return `${Math.floor(milliseconds / HOUR)} Stunden`
  return `${Math.floor(milliseconds / DAY_LENGTH)} Tagen`
}

/** `heute 13:00`, `gestern 02:15`, `Di 5. Jänner, 02:15` */
function recently(now: Instant, at: Instant): string {
  const day = { 0: 'heute', 1: 'gestern' }[dayNumberAt(now) - dayNumberAt(at)]
  return day === undefined ? shortDayTime(at) : `${day} ${timeOfDay(at)}`
}
