import { isInvited, listAdmins } from '../access/admins.ts'
import { findMismatch } from '../access/config-mismatches.ts'
import { hasSecondFactor } from '../access/second-factor.ts'
import { listConflicts } from '../backoffice/absence-conflicts.ts'
import { listErpChanges } from '../backoffice/erp-status.ts'
import { countOpenRequests } from '../backoffice/open-requests.ts'
import { UNANSWERED_AFTER } from '../booking/reminders.ts'
import type { Ctx } from '../ctx.ts'
import { type DatabaseFault, databaseFault, noteDatabaseError } from '../db/health.ts'
import { backupState, firstStart, lastAfterBackup } from '../db/nightly-backups.ts'
import { readTask } from '../db/settings-rows.ts'
import { listErpConflicts } from '../erp/pull.ts'
import { isSyncOn, readErpState } from '../erp/sync.ts'
import { countSuppressed, outboxState } from '../messaging/outbox/log.ts'
import { offReason } from '../messaging/outbox/suppression.ts'
import { lowBalances } from '../messaging/sms/balances.ts'
import { smsOfMonth } from '../messaging/sms/limits.ts'
import { linkFault } from '../practice/addresses.ts'
import { isDemo } from '../practice/demo-mark.ts'
import { hasMailServer } from '../practice/mail-server.ts'
import { readSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, type Instant, MINUTE } from '../shared/day.ts'
import { money, shortDayTime, timeOfDay } from '../shared/format.ts'
import { PROVIDER_NAMES } from '../shared/sms-providers.ts'
import { dayNumberAt } from '../time/vienna.ts'

/** Worst first. */
const LEVELS = ['maintenance', 'danger', 'warning', 'info'] as const
type Level = (typeof LEVELS)[number]

/** What is wrong with the portal, or good to know. Rules: docs/behaviour.md 12.24 and 12.26. */
export type Alert = Readonly<{
  /** The same from one look to the next; several alerts can have it. */
  kind: string
  level: Level
  /** The sentence in the banner above every admin page; without one the banner leaves the alert out. */
  banner?: string
  /** The entry on the start page; without one the start page leaves the alert out. */
  card?: Card
}>

/** `href` leads to the page where something can be done; empty where no page can. */
type Card = Readonly<{ title: string; detail: string; href: string }>

/** A drill is made every 30 days. */
export const DRILL_LATE = 40 * DAY_LENGTH
/** An outbox in which a message is overdue for longer than this stands still. */
export const STANDSTILL = 10 * MINUTE
/** The share of the monthly SMS from which on the practice is warned. */
const CAP_IN_SIGHT = 0.8

const OUTBOX = '/admin/outbox'
const ADDRESSES = '/admin/settings/urls'
const GENERAL = '/admin/settings/general'

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
    return { alerts: databaseAlerts(fault), counts: { requests: 0, failed: 0 } }
  }
}

/** The facts that alerts are made of. Cheap to read, because every open admin page asks once a minute. */
export type AlertFacts = Readonly<ReturnType<typeof readAlertFacts>>

export function readAlertFacts(ctx: Ctx) {
  const { email: mails, sms, erp } = outboxState(ctx)
  return {
    now: ctx.now,
    database: databaseFault(ctx),
    /** The demo practice in production. */
    demo: ctx.config.production && isDemo(ctx),
    maintenance: readSettings(ctx, 'general').booking_maintenance_active,
    mails,
    sms,
    backup: backupState(ctx),
    drill: readDrill(ctx),
    copyFailedAt: copyFailedAt(ctx),
    notificationsOff: readNotificationsOff(ctx),
    smtp: hasMailServer(ctx),
    /** The address of a proxy that is missing in TRUSTED_PROXIES. */
    untrustedProxy: findMismatch(ctx, 'untrusted-proxy'),
    distantProxy: findMismatch(ctx, 'distant-proxy'),
    /** A host that is none of the portal's addresses, with Turnstile checks. */
    turnstileHost: findMismatch(ctx, 'turnstile-host'),
    linkFault: linkFault(ctx),
    lowBalances: lowBalances(ctx),
    smsOfMonth: smsOfMonth(ctx),
    odoo: readOdoo(ctx, erp.failed),
    requests: countOpenRequests(ctx),
    /** How many appointments stand in a time in which the practice is closed. */
    inClosedTime: listConflicts(ctx).length,
    /** How many admins sign in with a password only. */
    singleFactorAdmins: listAdmins(ctx).filter((admin) => !isInvited(admin) && !hasSecondFactor(ctx, admin))
      .length,
  }
}

/** The last trial restore; undefined for a database in memory. */
function readDrill({ db, now }: Ctx) {
  if (db.$client.memory) return undefined
  const last = readTask(db, 'drill')
  return {
    succeededAt: last?.succeededAt,
    /** When it failed, unless it has succeeded since. */
    failedAt: last?.error === undefined ? undefined : last.at,
    /** Milliseconds since the last success, or since the first start. */
    age: now - (last?.succeededAt ?? firstStart(db) ?? now),
  }
}

/** When AFTER_BACKUP failed last, unless it has succeeded since. */
function copyFailedAt(ctx: Ctx): Instant | undefined {
  const last = lastAfterBackup(ctx)
  return last?.error === undefined ? undefined : last.at
}

/** What is switched off, why, and how many of its messages for coming appointments were suppressed. */
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

/** Undefined while the synchronisation with Odoo is off. @param failed bookings that were given up */
function readOdoo(ctx: Ctx, failed: number) {
  if (!isSyncOn(ctx)) return undefined
  const state = readErpState(ctx)
  return {
    /** When busy times were last read, and why the reading after that failed. */
    pulledAt: state?.pulledAt ?? null,
    error: state?.pullError ?? null,
    failed,
    /** Bookings that a busy time overlaps, and that the doctor has changed in Odoo. */
    conflicts: new Set(listErpConflicts(ctx).map(({ bookingId }) => bookingId)).size,
    changes: listErpChanges(ctx).length,
  }
}

/** Every alert, the worst first. */
export function alertsOf(facts: AlertFacts): Alert[] {
  return [
    ...databaseAlerts(facts.database),
    ...demoAlerts(facts),
    ...maintenanceAlerts(facts),
    ...mailFaultAlerts(facts),
    ...failedAlerts(facts),
    ...standstillAlerts(facts),
    ...unknownAlerts(facts),
    ...requestAlerts(facts),
    ...closedTimeAlerts(facts),
    ...notificationsOffAlerts(facts),
    ...smtpAlerts(facts),
    ...proxyAlerts(facts),
    ...turnstileHostAlerts(facts),
    ...linkAlerts(facts),
    ...balanceAlerts(facts),
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

/** A single alert with its entry on the start page. */
function alert(
  level: Level,
  kind: string,
  banner: string | undefined,
  title: string,
  detail: string,
  href = '',
): Alert[] {
  return [{ kind, level, ...(banner !== undefined && { banner }), card: { title, detail, href } }]
}

type Texts = readonly [banner: string, title: string, detail: string]

const DATABASE_FAULTS: Readonly<Record<DatabaseFault, Texts>> = {
  damaged: [
    'Die Datenbank ist beschädigt. Bitte Ordi anhalten und eine Sicherung zurückspielen.',
    'Datenbank beschädigt',
    'Ordi anhalten und die letzte Sicherung zurückspielen: ordi restore DATEI --yes',
  ],
  full: [
    'Der Speicher ist voll: Termine können nicht gespeichert werden.',
    'Speicher voll',
    'Bitte im Datenverzeichnis des Servers Platz schaffen. Danach geht es von selbst weiter.',
  ],
  unwritable: [
    'Die Datenbank ist nicht beschreibbar: Termine können nicht gespeichert werden.',
    'Datenbank nicht beschreibbar',
    'Bitte Datenträger und Rechte des Datenverzeichnisses prüfen.',
  ],
}

function databaseAlerts(fault: DatabaseFault | undefined): Alert[] {
  return fault === undefined ? [] : alert('danger', 'database', ...DATABASE_FAULTS[fault])
}

/** Without a place to go to: the way out stands above every page. */
function demoAlerts({ demo: isOn }: AlertFacts): Alert[] {
  const detail = 'Termine hier sind nicht echt. „Demo beenden“ steht über jeder Seite der Verwaltung.'
  return isOn ? alert('warning', 'demo', 'Das ist noch die Demo.', 'Demo in Betrieb', detail) : []
}

function maintenanceAlerts({ maintenance: isOn }: AlertFacts): Alert[] {
  const banner = 'Die Online-Buchung ist geschlossen (Wartung).'
  return isOn ? [{ kind: 'maintenance', level: 'maintenance', banner }] : []
}

function failedAlerts({ mails, sms }: AlertFacts): Alert[] {
  const count = mails.failed + sms.failed
  if (count === 0) return []
  const detail = messagesText(mails.failed, sms.failed)
  const banner = `${detail} ${count === 1 ? 'konnte' : 'konnten'} nicht gesendet werden.`
  const href = `${OUTBOX}?${mails.failed > 0 ? '' : 'tab=sms&'}status=failed`
  return alert('danger', 'failed', banner, 'Nachrichten nicht gesendet', detail, href)
}

/** Without a banner: the practice may mean to keep them. */
function closedTimeAlerts({ inClosedTime: count }: AlertFacts): Alert[] {
  if (count === 0) return []
  const detail = `${appointmentsText(count)} ${count === 1 ? 'steht' : 'stehen'} noch.`
  const title = 'Termine in geschlossener Zeit'
  return alert('warning', 'closed-time', undefined, title, detail, '/admin/absences')
}

/** At once, and until an e-mail has gone out: without e-mail checks nobody can book. */
function mailFaultAlerts({ mails: { fault } }: AlertFacts): Alert[] {
  if (fault === null) return []
  return alert('danger', 'mail-fault', fault, 'E-Mails gehen nicht hinaus', fault, `${OUTBOX}?status=queued`)
}

function standstillAlerts({ mails, sms, smtp }: AlertFacts): Alert[] {
  const end = smtp ? ' auf den Versand.' : ': Es ist kein Mailserver eingerichtet.'
  const sentences = [
    ...(mails.overdue > STANDSTILL ? [`E-Mails warten seit ${duration(mails.overdue)}${end}`] : []),
    ...(sms.overdue > STANDSTILL ? [`SMS warten seit ${duration(sms.overdue)} auf den Versand.`] : []),
  ]
  if (sentences.length === 0) return []
  const detail = sentences.join(' ')
  return alert('danger', 'standstill', detail, 'Outbox steht still', detail, OUTBOX)
}

function unknownAlerts({ sms: { unknown } }: AlertFacts): Alert[] {
  if (unknown === 0) return []
  const href = `${OUTBOX}?tab=sms&status=unknown`
  return alert('warning', 'unknown', undefined, 'Unklar, ob gesendet', messagesText(0, unknown), href)
}

/** Those that are late have no card: the start page lists the requests themselves. */
function requestAlerts({ requests: { late, marked } }: AlertFacts): Alert[] {
  const waiting = late === 1 ? 'Anfrage wartet' : 'Anfragen warten'
  const banner = `${late} ${waiting} seit über ${duration(UNANSWERED_AFTER)}.`
  const noticed = marked === 1 ? '1 auffällige Anfrage wartet' : `${marked} auffällige Anfragen warten`
  const here = `${noticed} auf der Übersicht.`
  return [
    ...(late > 0 ? [{ kind: 'requests', level: 'warning', banner } as const] : []),
    ...(marked > 0
      ? alert('warning', 'marked', here, 'Auffällige Anfragen', `${noticed}.`, '/admin?marked=reject')
      : []),
  ]
}

function notificationsOffAlerts({ notificationsOff }: AlertFacts): Alert[] {
  if (notificationsOff === undefined) return []
  const { what, reason, count } = notificationsOff
  const title = `${what} sind abgeschaltet`
  const effect = count === 0 ? 'noch nichts betroffen' : `${count} nicht gesendet`
  return alert('warning', 'muted', `${title}.`, title, (reason && `„${reason}“, `) + effect, GENERAL)
}

function smtpAlerts({ smtp }: AlertFacts): Alert[] {
  if (smtp) return []
  const banner = 'Es ist kein Mailserver eingerichtet.'
  const detail = 'E-Mails warten, bis einer eingetragen ist.'
  return alert('warning', 'smtp', banner, 'Kein Mailserver', detail, '/admin/settings/smtp')
}

/** For a distant one a warning only, because anybody can send the header. */
function proxyAlerts({ untrustedProxy: proxy, distantProxy: distant }: AlertFacts): Alert[] {
  const wayOut = (address: string) =>
    `Für Ihre IT: TRUSTED_PROXIES um ${address} ergänzen und Ordi neu starten.`
  const title = 'TRUSTED_PROXIES setzen'
  const banner = `${title}: Alle Besucher scheinen von derselben Adresse zu kommen.`
  const detail = `Der Proxy ${proxy} leitet Besucher weiter, ist Ordi aber nicht bekannt. Bis dahin gilt keine Grenze je Internetanschluss, und bei der Anmeldung zählen alle als einer.`
  const missing = 'Proxy nicht als vertrauenswürdig eingetragen (TRUSTED_PROXIES).'
  const effect = `${distant} leitet Besucher weiter. Ist das Ihr Proxy? Bis er eingetragen ist, zählen alle Besucher bei den Grenzen als einer, auch bei der Anmeldung.`
  return [
    ...(proxy ? alert('danger', 'untrusted-proxy', banner, title, `${detail} ${wayOut(proxy)}`) : []),
    ...(distant
      ? alert('warning', 'distant-proxy', missing, 'Proxy nicht eingetragen', `${effect} ${wayOut(distant)}`)
      : []),
  ]
}

function turnstileHostAlerts({ turnstileHost: host }: AlertFacts): Alert[] {
  if (host === undefined) return []
  const banner = `Bot-Prüfungen von ${host} werden abgelehnt.`
  const detail = `Turnstile meldet ${host} als Adresse der Seite. Ist das Ihre, tragen Sie sie bei den Adressen ein.`
  return alert('warning', 'turnstile-host', banner, 'Bot-Prüfung von fremder Adresse', detail, ADDRESSES)
}

const LINK_FAULTS: Readonly<Record<NonNullable<AlertFacts['linkFault']>, Texts>> = {
  local: [
    'Links in E-Mails führen zu localhost statt zum Portal.',
    'Adresse des Portals fehlt',
    'Niemand kann Links in E-Mails öffnen. Tragen Sie die Adresse des Portals ein, oder Ihre IT setzt BASE_URL.',
  ],
  unencrypted: [
    'Links in E-Mails sind nicht verschlüsselt (http).',
    'Portal ohne https',
    'Gesundheitsdaten brauchen https. Tragen Sie die Adresse mit https ein, oder Ihre IT setzt BASE_URL.',
  ],
}

function linkAlerts({ linkFault: fault }: AlertFacts): Alert[] {
  return fault === undefined ? [] : alert('warning', 'links', ...LINK_FAULTS[fault], ADDRESSES)
}

function balanceAlerts({ now, lowBalances }: AlertFacts): Alert[] {
  return lowBalances.flatMap(({ provider, amount, currency, at }) => {
    const [name, left] = [PROVIDER_NAMES[provider], money(amount, currency)]
    const banner = `Guthaben bei ${name} ist niedrig: ${left}.`
    const detail = `${name} ${left}, Stand ${recently(now, at)}`
    return alert('warning', 'balance', banner, 'Guthaben niedrig', detail, '/admin/settings/sms')
  })
}

function smsCapAlerts({ smsOfMonth: { count, cap } }: AlertFacts): Alert[] {
  if (cap === 0 || count < cap * CAP_IN_SIGHT) return []
  const used = `${count} von ${cap}`
  const soon = `Diesen Monat sind ${used} SMS verbraucht.`
  const none = `Die Grenze von ${cap} SMS im Monat ist erreicht: Es gehen keine SMS mehr hinaus.`
  return count < cap
    ? alert('warning', 'sms-cap', soon, 'SMS bald verbraucht', `${used} in diesem Monat`, GENERAL)
    : alert('danger', 'sms-cap', none, 'Keine SMS mehr', `${used} in diesem Monat`, GENERAL)
}

function odooAlerts({ now, odoo }: AlertFacts): Alert[] {
  if (odoo === undefined) return []
  const { pulledAt, error, failed, conflicts, changes } = odoo
  const warning = (kind: string, banner: string, title: string, detail: string) =>
    alert('warning', kind, banner, title, detail, '/admin/settings/odoo')
  const ofSome = (kind: string, count: number, [one, several]: [string, string], title: string) => {
    const detail = appointmentsText(count)
    return count === 0 ? [] : warning(kind, `${detail} ${count === 1 ? one : several}.`, title, detail)
  }
  const read = pulledAt === null ? 'noch nie' : `zuletzt ${recently(now, pulledAt)}`
  return [
    ...(error === null
      ? []
      : warning('odoo', `Odoo: ${error}`, 'Odoo antwortet nicht', `${error} Gelesen ${read}.`)),
    ...ofSome('odoo', failed, ['kam nicht nach Odoo', 'kamen nicht nach Odoo'], 'Nicht nach Odoo übertragen'),
    ...ofSome(
      'odoo-conflict',
      conflicts,
      ['überschneidet sich mit Odoo', 'überschneiden sich mit Odoo'],
      'Konflikt mit Odoo',
    ),
    ...ofSome(
      'odoo-change',
      changes,
      ['wurde in Odoo geändert', 'wurden in Odoo geändert'],
      'In Odoo geändert',
    ),
  ]
}

function singleFactorAlerts({ singleFactorAdmins: count }: AlertFacts): Alert[] {
  if (count === 0) return []
  const detail = `${count} ${count === 1 ? 'Zugang ist' : 'Zugänge sind'} nur mit Passwort geschützt.`
  return alert('info', 'second-factor', undefined, 'Zweiter Faktor fehlt', detail, '/admin/account')
}

/** A recent backup is listed too: nobody looks for it until it is needed. */
function backupAlerts({ now, backup, drill }: AlertFacts): Alert[] {
  if (backup === undefined) return []
  const { at, encrypted, age, late } = backup
  const info = (title: string, detail: string) => alert('info', 'backup', undefined, title, detail)
  const danger = (banner: string, title: string, detail: string) =>
    alert('danger', 'backup', banner, title, detail)
  if (at === undefined)
    return late
      ? danger(
          'Es gibt noch keine Sicherung.',
          'Keine Sicherung',
          'Warum keine entsteht, sagt das Protokoll des Servers.',
        )
      : info('Noch keine Sicherung', 'Sie wird jede Nacht von selbst gemacht.')
  const last = `zuletzt ${recently(now, at)}`
  if (late) return danger(`Seit ${duration(age)} gibt es keine neue Sicherung.`, 'Sicherung veraltet', last)
  const tried = drill?.succeededAt && `geprobt ${recently(now, drill.succeededAt)}`
  return info('Sicherung in Ordnung', [last, encrypted && 'verschlüsselt', tried].filter(Boolean).join(', '))
}

function drillAlerts({ now, drill }: AlertFacts): Alert[] {
  if (drill === undefined) return []
  const { succeededAt, failedAt, age } = drill
  if (failedAt !== undefined) {
    const banner = 'Die Sicherung ließ sich nicht probeweise zurückspielen.'
    const detail = `Versucht ${recently(now, failedAt)}. Warum, sagt das Protokoll des Servers oder „ordi drill“.`
    return alert('danger', 'drill', banner, 'Sicherung nicht brauchbar', detail)
  }
  if (age <= DRILL_LATE) return []
  const banner = `Seit ${duration(age)} wurde keine Sicherung probeweise zurückgespielt.`
  const last = succeededAt === undefined ? 'Noch nie geprobt.' : `Zuletzt ${recently(now, succeededAt)}.`
  return alert('warning', 'drill', banner, 'Sicherung nicht geprobt', `${last} Von Hand: „ordi drill“.`)
}

function backupCopyAlerts({ now, copyFailedAt: at }: AlertFacts): Alert[] {
  if (at === undefined) return []
  const banner = 'Die Sicherung konnte nicht außer Haus kopiert werden.'
  const detail = `AFTER_BACKUP ist gescheitert, zuletzt ${recently(now, at)}. Warum, sagt das Protokoll des Servers.`
  return alert('danger', 'backup-copy', banner, 'Sicherung nicht kopiert', detail)
}

function appointmentsText(count: number): string {
  return count === 1 ? '1 Termin' : `${count} Termine`
}

/** `2 E-Mails und 1 SMS` */
function messagesText(mails: number, sms: number): string {
  const emails = mails > 0 && `${mails} ${mails === 1 ? 'E-Mail' : 'E-Mails'}`
  return [emails, sms > 0 && `${sms} SMS`].filter(Boolean).join(' und ')
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
