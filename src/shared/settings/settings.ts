import { ADDRESS_SETTINGS } from './address-settings.ts'
import { GENERAL_SETTINGS } from './general-settings.ts'
import { ODOO_SETTINGS } from './odoo-settings.ts'
import { PRACTICE_SETTINGS } from './practice-settings.ts'
import type { SettingField } from './setting-fields.ts'
import type { SettingsGroup } from './settings-group.ts'
import { SMS_SETTINGS } from './sms-settings.ts'
import { SMTP_SETTINGS } from './smtp-settings.ts'

/**
 * Every setting. Types, storage, encryption, API, audit and forms follow from this table (docs/behaviour.md
 * 12.11–12.14).
 */
export const SETTINGS = {
  practice: PRACTICE_SETTINGS,
  general: GENERAL_SETTINGS,
  urls: ADDRESS_SETTINGS,
  smtp: SMTP_SETTINGS,
  odoo: ODOO_SETTINGS,
  ...SMS_SETTINGS,
} as const satisfies Readonly<Record<string, SettingsGroup>>

export type Group = keyof typeof SETTINGS

/** Each section of a group has its own type of fields. The group has the fields of all sections. */
type SectionFields<G extends Group> = (typeof SETTINGS)[G]['sections'][number]['fields']
/** Turns `A | B` into `A & B`, because the argument of a function must fit all members of the union. */
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  allMembers: infer AllMembers,
) => void
  ? AllMembers
  : never
/** The settings of a group by their wire names. */
export type Fields<G extends Group> = Intersection<SectionFields<G>>
/** The type of the stored value. */
type DefaultOf<Field> = Field extends { readonly default: infer Stored } ? Stored : never

/** The values of every group, with decrypted secrets. */
export type Settings = {
  [G in Group]: { [Name in keyof Fields<G>]: DefaultOf<Fields<G>[Name]> }
}
/** The settings of the practice: name, address and links. */
export type Practice = Readonly<Settings['practice']>

/** The wire names of a group's secrets. */
export type SecretOf<G extends Group> = {
  [Name in keyof Fields<G>]: Fields<G>[Name] extends { readonly secret: true } ? Name : never
}[keyof Fields<G>]

/**
 * A group in the answer of GET. Secrets are '', and `secrets` says which of them are stored, if the group has
 * any. `fixed` names the settings that the environment sets, which cannot be changed here.
 */
export type ShownSettings<G extends Group> = Readonly<Settings[G]> & {
  readonly fixed?: readonly string[]
} & ([SecretOf<G>] extends [never] ? unknown : { readonly secrets: Readonly<Record<SecretOf<G>, boolean>> })

/** Returns the settings of a group by their wire names. */
export function fieldsOf(group: Group): Readonly<Record<string, SettingField>> {
  return Object.assign({}, ...SETTINGS[group].sections.map(({ fields }) => fields))
}

/** Returns the wire names of a group's secrets. */
export function secretsOf<G extends Group>(group: G): SecretOf<G>[] {
  const names = Object.entries(fieldsOf(group)).filter(([, field]) => field.secret)
  return names.map(([name]) => name as SecretOf<G>)
}
