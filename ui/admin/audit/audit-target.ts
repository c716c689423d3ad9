import { displayOfStatus } from '../../../src/shared/booking.ts'
import { dateTime, plainDay } from '../../../src/shared/format.ts'
import { CHANNEL_NAMES, KIND_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { TEXT_NAMES, type TextKind } from '../../../src/shared/messages/texts.ts'
import { SETTINGS } from '../../../src/shared/settings/settings.ts'
import { SMS_PROVIDERS } from '../../../src/shared/sms-providers.ts'
import { ABSENCE_KIND_LABELS } from '../absences/absence-text.ts'
import type { AuditRow } from './audit-sentence.ts'

/** The object of an action. `to` is the URL of the page that shows it. */
export type Target = { text: string; to?: string | undefined }

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

/** Actions whose subject is more than a name. The functions return the object that a subject stands for. */
const TARGETS_BY_PREFIX: readonly { prefix: string; targetOf: (subject: string) => Target | undefined }[] = [
  { prefix: 'settings-', targetOf: (group) => SETTINGS_PAGES.get(group) },
  { prefix: 'absence-', targetOf: (absence) => ({ text: absenceText(absence), to: '/admin/absences' }) },
  { prefix: 'message-resent', targetOf: logOf },
  { prefix: 'failure-', targetOf: logOf },
  { prefix: 'bookings-exported', targetOf: (range) => ({ text: rangeText(range) }) },
  {
    prefix: 'service-saved',
    targetOf: (id) => ({ text: id, to: `/admin/services?service=${encodeURIComponent(id)}` }),
  },
  { prefix: 'text-saved', targetOf: textPage },
]

/** Matches a day in a subject. */
const DAY = /\d{4}-\d{2}-\d{2}/g

/** Returns the object of an action; undefined if there is none to name, as for one's own sign-in. */
export function targetOf({ action, subject, actor_name, booking }: AuditRow): Target | undefined {
  if (booking)
    return { text: `Termin am ${dateTime(booking.start)}`, to: `/admin/bookings?booking=${booking.id}` }
  if (subject === '' || subject === actor_name) return undefined
  // The audit shortens the id of a booking. A range of exported days may end in an ellipsis too.
  if (subject.endsWith('…') && action !== 'bookings-exported') return { text: `Termin ${subject}` }
  const ofPrefix = TARGETS_BY_PREFIX.find(({ prefix }) => action.startsWith(prefix))
  return ofPrefix?.targetOf(subject) ?? { text: subject, to: PATHS_BY_ACTION.get(action) }
}

/** Returns the page of a text; undefined for a text that this version does not know. */
function textPage(kind: string): Target | undefined {
  if (!(kind in TEXT_NAMES)) return undefined
  return { text: TEXT_NAMES[kind as TextKind], to: `/admin/settings/texts?text=${kind}` }
}

/** Returns the log for `E-Mail 12`, `SMS 12` or `Odoo 12`, without the number, which no page shows. */
function logOf(message: string): Target {
  return OUTBOX_LOGS[message.replace(/ \d+$/, '')] ?? { text: message, to: '/admin/outbox' }
}

/** Turns `closure: 2027-01-12 – 2027-01-14` into `Geschlossen: 12. Jänner 2027 – 14. Jänner 2027`. */
function absenceText(absence: string): string {
  return absence
    .replace(
      /\b(?:block|closure|holiday)\b/g,
      (kind) => ABSENCE_KIND_LABELS[kind as keyof typeof ABSENCE_KIND_LABELS],
    )
    .replace(DAY, plainDay)
}

/** Turns `2027-01-01 bis …, confirmed` into `1. Jänner 2027 bis …, Bestätigt`. */
function rangeText(range: string): string {
  return range.replace(DAY, plainDay).replace(/[a-z]+$/, (status) => displayOfStatus(status).label)
}
