import type { InferResponseType } from 'hono/client'
import { AUDIT_ACTIONS, type AuditAction, type AuditChange } from '../../../src/shared/audit.ts'
import { displayOfStatus } from '../../../src/shared/booking.ts'
import { dateTime, plainDay } from '../../../src/shared/format.ts'
import { CHANNEL_NAMES, KIND_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { TEXT_LABELS, TEXT_NAMES, type TextKind } from '../../../src/shared/messages/texts.ts'
import { ROLE_NAMES, type Role } from '../../../src/shared/role.ts'
import { priceText } from '../../../src/shared/service/service.ts'
import { SERVICE_LABELS } from '../../../src/shared/service/service-schema.ts'
import { fieldsOf, type Group, SETTINGS } from '../../../src/shared/settings/settings.ts'
import { SMS_PROVIDERS } from '../../../src/shared/sms-providers.ts'
import type { admin } from '../../api/admin.ts'
import { ABSENCE_KIND_LABELS } from '../absences/absence-text.ts'
import { CONTACT_LABELS } from '../appointment/booking-draft.ts'
import { displayValue } from '../forms/changes-between.ts'
import { settingText } from '../settings/setting-words.ts'

export type AuditRow = InferResponseType<typeof admin.audit.$get>['entries'][number]

/** Words for actors that have no name. */
const ACTORS = new Map([
  ['visitor', 'Jemand'],
  ['staff-link', 'Jemand mit dem Link aus der E-Mail'],
  ['job', 'Das Portal'],
  ['cli', 'Die Befehlszeile'],
])

/** Returns a name as it is, and a German word for an actor that has none. */
export function actorText(name: string): string {
  return ACTORS.get(name) ?? name
}

/** The object of an action. `to` is the address of the page that shows it. */
type Target = { text: string; to?: string | undefined }

/** Returns the action as text before and after its object. An unknown action is shown as it is. */
export function auditSentence(row: AuditRow): {
  before: string
  target?: Target | undefined
  after: string
} {
  const { action } = row
  const says = Object.hasOwn(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action as AuditAction].says : action
  const target = targetOf(row)
  const [before = '', after] = says.split('…')
  if (after !== undefined || target === undefined) return { before, target, after: `${after ?? ''}.` }
  return { before: `${before}: `, target, after: '' }
}

function targetOf({ action, subject, actor_name, booking }: AuditRow): Target | undefined {
  if (booking)
    return { text: `Termin am ${dateTime(booking.start)}`, to: `/admin/bookings?booking=${booking.id}` }
  if (subject === '' || subject === actor_name) return undefined
  // The audit shortens the id of a booking.
  if (subject.endsWith('…') && action !== 'bookings-exported') return { text: `Termin ${subject}` }
  if (action.startsWith('settings-')) return PAGES.get(subject) ?? { text: subject }
  if (action.startsWith('absence-')) return { text: absenceText(subject), to: '/admin/absences' }
  if (action === 'message-resent' || action.startsWith('failure-')) return logOf(subject)
  if (action === 'bookings-exported') return { text: rangeText(subject) }
  if (action === 'service-saved')
    return { text: subject, to: `/admin/services?service=${encodeURIComponent(subject)}` }
  if (action === 'text-saved' && subject in TEXT_NAMES)
    return { text: TEXT_NAMES[subject as TextKind], to: `/admin/settings/texts?text=${subject}` }
  return { text: subject, to: LINKS.get(action) }
}

const LINKS = new Map([
  ['feed-made', '/admin/feeds'],
  ...(['added', 'changed'] as const).map((action) => [`calendar-${action}`, '/admin/calendars'] as const),
  ...(['added', 'invited', 'changed', 'reset'] as const).map(
    (action) => [`admin-${action}`, '/admin/people'] as const,
  ),
])

const page = (text: string, name: string): Target => ({ text, to: `/admin/settings/${name}` })

/** The pages of settings by group; `mail` is what `urls` was recorded as once. */
const PAGES = new Map([
  ...Object.entries(SETTINGS).map(([group, { title }]) => [group, page(title, group)] as const),
  ...SMS_PROVIDERS.map((provider) => [provider, page(SETTINGS[provider].title, 'sms')] as const),
  ['mail', page(SETTINGS.urls.title, 'urls')],
  ['working-hours', page('Arbeitszeiten', 'working-hours')],
])

/** The logs by the name of their channel, with which the audit names a message. */
const LOGS: Readonly<Record<string, Target>> = {
  [CHANNEL_NAMES.email]: { text: CHANNEL_NAMES.email, to: '/admin/outbox' },
  [CHANNEL_NAMES.sms]: { text: CHANNEL_NAMES.sms, to: '/admin/outbox?tab=sms' },
  [CHANNEL_NAMES.erp]: { text: KIND_NAMES['erp-push'], to: '/admin/outbox?tab=odoo' },
}

/** Returns the log for `E-Mail 12`, `SMS 12` or `Odoo 12`, without the number, which no page shows. */
function logOf(message: string): Target {
  return LOGS[message.replace(/ \d+$/, '')] ?? { text: message, to: '/admin/outbox' }
}

const DAY = /\d{4}-\d{2}-\d{2}/g

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

/** The labels of fields, by the action that has changed them. */
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'service-saved': SERVICE_LABELS,
  'booking-contact-changed': CONTACT_LABELS,
  'text-saved': TEXT_LABELS,
  'admin-invited': { role: 'Rolle' },
  'admin-changed': { name: 'Name', role: 'Rolle' },
}

/** Returns texts like `Grund: Urlaub statt (leer)`. For a secret they only say that it was changed. */
export function changeTexts({ action, subject, changes }: AuditRow): string[] {
  const labels = new Map(Object.entries(LABELS[action] ?? {}))
  const settings = new Map(Object.hasOwn(SETTINGS, subject) ? Object.entries(fieldsOf(subject as Group)) : [])
  return changes.map(({ field, before, after }) => {
    const setting = labels.has(field) ? undefined : settings.get(field)
    const label = labels.get(field) ?? setting?.label ?? field
    const text = (value: Value) => shortened(setting ? settingText(setting, value) : valueText(field, value))
    if (after === undefined) return `${label}: geändert`
    return `${label}: ${text(after)}${before === undefined ? '' : ` statt ${text(before)}`}`
  })
}

/** Characters of a value that the audit shows. */
const SHOWN_CHARACTERS = 120

function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)} …` : text
}

type Value = AuditChange['after']

function valueText(field: string, value: Value): string {
  if (field === 'price') return priceText(value)
  if (field === 'role') return ROLE_NAMES[value as Role]
  return displayValue(value)
}
