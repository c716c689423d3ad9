import type { AuditChange } from '../../../src/shared/audit.ts'
import { TEXT_LABELS } from '../../../src/shared/messages/texts.ts'
import { ROLE_NAMES, type Role } from '../../../src/shared/role.ts'
import { priceText } from '../../../src/shared/service/service.ts'
import { SERVICE_LABELS } from '../../../src/shared/service/service-schema.ts'
import { fieldsOf, type Group, SETTINGS } from '../../../src/shared/settings/settings.ts'
import { CONTACT_LABELS } from '../appointment/contact-draft.ts'
import { displayValue } from '../forms/changes-between.ts'
import { settingText } from '../settings/setting-words.ts'
import type { AuditRow } from './audit-sentence.ts'

/** The labels of fields that are not settings, by the action that changes them. */
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'service-saved': SERVICE_LABELS,
  'booking-contact-changed': CONTACT_LABELS,
  'text-saved': TEXT_LABELS,
  'admin-invited': { role: 'Rolle' },
  'admin-changed': { name: 'Name', role: 'Rolle' },
}

/** The number of characters of a value that the audit shows. */
const SHOWN_CHARACTERS = 120

/** The value of a field before or after a change. */
type Value = AuditChange['after']

/**
 * Returns a text for each changed field, like `Grund: Urlaub statt (leer)`. The audit has no values of
 * secrets, so their text only says that they were changed.
 */
export function changeTexts({
  action,
  subject,
  changes,
}: Pick<AuditRow, 'action' | 'subject' | 'changes'>): string[] {
  const labels = new Map(Object.entries(LABELS[action] ?? {}))
  const settings = settingsOf(subject)
  return changes.map(({ field, before, after }) => {
    const setting = labels.has(field) ? undefined : settings.get(field)
    const label = labels.get(field) ?? setting?.label ?? field
    const textOf = (value: Value) =>
      shortened(setting ? settingText(setting, value) : valueText(field, value))
    if (after === undefined) return `${label}: geändert`
    if (before === undefined) return `${label}: ${textOf(after)}`
    return `${label}: ${textOf(after)} statt ${textOf(before)}`
  })
}

/**
 * Returns the settings of the group that the subject names, by their names; none for another subject, which
 * is not a group of settings.
 */
function settingsOf(subject: string) {
  const isGroup = Object.hasOwn(SETTINGS, subject)
  return new Map(isGroup ? Object.entries(fieldsOf(subject as Group)) : [])
}

/** Returns a long text truncated, with `…` at the end. */
function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)} …` : text
}

/** Returns the value of a field that is not a setting as text. */
function valueText(field: string, value: Value): string {
  if (field === 'price') return priceText(value)
  if (field === 'role') return ROLE_NAMES[value as Role]
  return displayValue(value)
}
