import * as v from 'valibot'
import { expect } from 'vitest'
import { fieldErrorsOf } from '../shared/field-errors.ts'
import type { Group } from '../shared/settings/settings.ts'
import { settingsSchema } from '../shared/settings/settings-schema.ts'

/** Whether the server has stored a value of a required setting or a secret. */
export type Stored = Readonly<Record<string, boolean>>

/** The smallest change that each group of settings accepts: its required settings. */
export const REQUIRED_SETTINGS: Readonly<Record<Group, Record<string, string>>> = {
  practice: {},
  general: {},
  urls: {},
  smtp: {},
  odoo: { ODOO_URL: 'https://odoo.example', ODOO_DB: 'praxis', ODOO_USER: 'ordi' },
  clicksend: { CLICKSEND_USERNAME: 'praxis', CLICKSEND_FROM: 'Ordination' },
  sevenio: { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' },
}

/** Reads a change of settings as the server does. Throws if the change is refused. */
export function readSettings(group: Group, sent: unknown, stored?: Stored) {
  return v.parse(settingsSchema(group, stored), sent)
}

/** Returns the sentences with which a change of settings is refused, by setting. */
export function settingErrors(group: Group, sent: unknown, stored?: Stored): Record<string, string> {
  return fieldErrorsOf(v.safeParse(settingsSchema(group, stored), sent).issues ?? [])
}

/** Returns the stored value of a setting that is sent together with the required settings of its group. */
export function storedSetting(group: Group, name: string, typed: unknown): unknown {
  const required = REQUIRED_SETTINGS[group]
  const read: Record<string, unknown> = readSettings(group, { ...required, [name]: typed })
  expect(read).toEqual({ ...required, [name]: read[name] })
  return read[name]
}

/** Returns the sentences for a setting that is sent together with the required settings of its group. */
export function errorsOfSetting(group: Group, name: string, typed: unknown): Record<string, string> {
  return settingErrors(group, { ...REQUIRED_SETTINGS[group], [name]: typed })
}

/** The values that a setting refuses with this sentence. */
type Refusals = Readonly<{ name: string; sentence: string; values: readonly unknown[] }>

/** Returns a case for each value that a setting refuses. */
export function eachRefusal(
  refusals: readonly Refusals[],
): { name: string; value: unknown; sentence: string }[] {
  return refusals.flatMap(({ name, sentence, values }) => values.map((value) => ({ name, value, sentence })))
}
