import type { InferResponseType } from 'hono/client'
import { AUDIT_ACTIONS, type AuditAction } from '../../../src/shared/audit.ts'
import { displayOfStatus } from '../../../src/shared/booking.ts'
import { dateTime, plainDay } from '../../../src/shared/format.ts'
import { CHANNEL_NAMES, KIND_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { TEXT_NAMES, type TextKind } from '../../../src/shared/messages/texts.ts'
import { SETTINGS } from '../../../src/shared/settings/settings.ts'
import { SMS_PROVIDERS } from '../../../src/shared/sms-providers.ts'
import type { admin } from '../../api/admin.ts'
import { ABSENCE_KIND_LABELS } from '../absences/absence-text.ts'

/** An entry of the audit: who did what and when, and the changed fields. */
export type AuditRow = InferResponseType<typeof admin.audit.$get>['entries'][number]

/** The words for actors that have no name. */
const ACTOR_NAMES = new Map([
  ['visitor', 'Jemand'],
  ['staff-link', 'Jemand mit dem Link aus der E-Mail'],
  ['job', 'Das Portal'],
  ['cli', 'Die Befehlszeile'],
])

/** Returns the name, or a German word for an actor without one. */
export function actorText(name: string): string {
  return ACTOR_NAMES.get(name) ?? name
}

/** The object of an action. `to` is the URL of the page that shows it. */
type Target = { text: string; to?: string | undefined }

/** The pages of objects whose subject is their name, by action. */
const PATHS_BY_ACTION = new Map([
  ['feed-made', '/admin/feeds'],
  ['calendar-added', '/admin/calendars'],
  ['calendar-changed', '/admin/calendars'],
  ['admin-added', '/admin/people'],
  ['admin-invited', '/admin/people'],
  ['admin-changed', '/admin/people'],
  ['admin-reset', '/admin/people'],
])

/** @param name the last part of the page's URL */
const settingsPage = (text: string, name: string): Target => ({ text, to: `/admin/settings/${name}` })

/** The pages of settings, by the name of the group in the audit. Old entries call the group `urls` `mail`. */
const SETTINGS_PAGES = new Map([
  ...Object.entries(SETTINGS).map(([group, { title }]) => [group, settingsPage(title, group)] as const),
  ...SMS_PROVIDERS.map((provider) => [provider, settingsPage(SETTINGS[provider].title, 'sms')] as const),
  ['mail', settingsPage(SETTINGS.urls.title, 'urls')],
  ['working-hours', settingsPage('Arbeitszeiten', 'working-hours')],
])

/** The logs of the outbox, by the channel name with which the audit refers to a message. */
const OUTBOX_LOGS: Readonly<Record<string, Target>> = {
  [CHANNEL_NAMES.email]: { text: CHANNEL_NAMES.email, to: '/admin/outbox' },
  [CHANNEL_NAMES.sms]: { text: CHANNEL_NAMES.sms, to: '/admin/outbox?tab=sms' },
  [CHANNEL_NAMES.erp]: { text: KIND_NAMES['erp-push'], to: '/admin/outbox?tab=odoo' },
}

/** Matches a day in a subject. */
const DAY = /\d{4}-\d{2}-\d{2}/g

/**
 * Returns the texts before and after the object of an action. In the sentences of `AUDIT_ACTIONS` an ellipsis
 * marks the place of the object; without one, it comes last. An unknown action is shown unchanged.
 */
export function auditSentence(row: AuditRow): {
  textBefore: string
  target?: Target | undefined
  textAfter: string
} {
  const { action } = row
  const sentence = Object.hasOwn(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action as AuditAction].says : action
  const target = targetOf(row)
  const [textBefore = '', textAfter] = sentence.split('…')
  if (textAfter !== undefined || target === undefined)
    return { textBefore, target, textAfter: `${textAfter ?? ''}.` }
  return { textBefore: `${textBefore}: `, target, textAfter: '' }
}

/** Returns the object of an action; undefined if there is none to name, as for one's own sign-in. */
function targetOf({ action, subject, actor_name, booking }: AuditRow): Target | undefined {
  if (booking)
    return { text: `Termin am ${dateTime(booking.start)}`, to: `/admin/bookings?booking=${booking.id}` }
  if (subject === '' || subject === actor_name) return undefined
  // The audit shortens the id of a booking.
  if (subject.endsWith('…') && action !== 'bookings-exported') return { text: `Termin ${subject}` }
  const kind = SUBJECT_KINDS.find(({ actionPrefix }) => action.startsWith(actionPrefix))
  return kind?.targetOf(subject) ?? { text: subject, to: PATHS_BY_ACTION.get(action) }
}

/** Actions whose subject is more than a name: the start of their names, and the object of a subject. */
const SUBJECT_KINDS: readonly { actionPrefix: string; targetOf: (subject: string) => Target | undefined }[] =
  [
    { actionPrefix: 'settings-', targetOf: (group) => SETTINGS_PAGES.get(group) },
    {
      actionPrefix: 'absence-',
      targetOf: (subject) => ({ text: absenceText(subject), to: '/admin/absences' }),
    },
    { actionPrefix: 'message-resent', targetOf: logOf },
    { actionPrefix: 'failure-', targetOf: logOf },
    { actionPrefix: 'bookings-exported', targetOf: (subject) => ({ text: rangeText(subject) }) },
    {
      actionPrefix: 'service-saved',
      targetOf: (id) => ({ text: id, to: `/admin/services?service=${encodeURIComponent(id)}` }),
    },
    { actionPrefix: 'text-saved', targetOf: textTarget },
  ]

/** Returns the page of a text; undefined for a text that this version does not know. */
function textTarget(kind: string): Target | undefined {
  if (!(kind in TEXT_NAMES)) return undefined
  return { text: TEXT_NAMES[kind as TextKind], to: `/admin/settings/texts?text=${kind}` }
}

/** Returns the log for `E-Mail 12`, `SMS 12` or `Odoo 12`, without the number, which no page shows. */
function logOf(message: string): Target {
  return OUTBOX_LOGS[message.replace(/ \d+$/, '')] ?? { text: message, to: '/admin/outbox' }
}

/** Turns `closure: 2027-01-12 – 2027-01-14` into `Geschlossen: 12. Jänner 2027 – 14. Jänner 2027`. */
function absenceText(subject: string): string {
  return subject
    .replace(
      /\b(?:block|closure|holiday)\b/g,
      (kind) => ABSENCE_KIND_LABELS[kind as keyof typeof ABSENCE_KIND_LABELS],
    )
    .replace(DAY, plainDay)
}

/** Turns `2027-01-01 bis …, confirmed` into `1. Jänner 2027 bis …, Bestätigt`. */
function rangeText(subject: string): string {
  return subject.replace(DAY, plainDay).replace(/[a-z]+$/, (status) => displayOfStatus(status).label)
}
