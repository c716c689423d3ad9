import * as v from 'valibot'
import { UNKNOWN_KEY } from '../field-errors.ts'
import { requiredLineSchema } from '../line.ts'
import { type Fields, fieldsOf, type Group, secretsOf } from './settings.ts'

type RuleOf<Field> = Field extends { readonly rule: infer Rule extends v.GenericSchema } ? Rule : never

type Rules<G extends Group> = {
  [Name in keyof Fields<G>]: RuleOf<Fields<G>[Name]>
} & {
  /** Callers may send back the other fields of the answer of GET, but they are ignored. */
  secrets: v.ExactOptionalSchema<v.UnknownSchema, undefined>
  fixed: v.ExactOptionalSchema<v.UnknownSchema, undefined>
}

/** The schema of the body of PUT for a group. */
export type SettingsSchema<G extends Group> = v.StrictObjectSchema<Rules<G>, string>

/** The body of PUT for a group. */
export type SettingsInput<G extends Group> = v.InferInput<SettingsSchema<G>>

/** The checked body of PUT for a group. */
export type SettingsChange<G extends Group> = v.InferOutput<SettingsSchema<G>>

/**
 * Returns the schema of the body of PUT for a group.
 * @param stored says which settings have a value; a required secret that is stored may be empty, or removed
 * @param sent the body; without it every required setting must be present, as in a form
 */
export function settingsSchema<G extends Group>(
  group: G,
  stored: Readonly<Record<string, boolean>> = {},
  sent?: object,
): SettingsSchema<G> {
  const rules = Object.entries(fieldsOf(group))
    .filter(([name]) => sent === undefined || !mayBeLeftOut(group, { name, stored, sent }))
    .map(([name, { rule, required, secret }]) => {
      const isMissingSecret = required && secret && !stored[name]
      return [name, isMissingSecret ? v.optional(requiredLineSchema(required, 500), '') : rule]
    })
  const ignored = v.exactOptional(v.unknown())
  // Only groups with secrets have the two keys in the answer of GET.
  const otherKeys = secretsOf(group).length > 0 && { secrets: ignored, fixed: ignored }
  return v.strictObject({ ...Object.fromEntries(rules), ...otherKeys }, UNKNOWN_KEY)
}

/**
 * A required setting that is left out stays as it is. It is required only while it has no value and another
 * required setting of its group is sent, because then somebody is setting the group up.
 */
function mayBeLeftOut(
  group: Group,
  { name, stored, sent }: { name: string; stored: Readonly<Record<string, boolean>>; sent: object },
): boolean {
  const isRequired = (setting: string) => fieldsOf(group)[setting]?.required !== undefined
  if (!isRequired(name) || Object.hasOwn(sent, name)) return false
  const isBeingSetUp = Object.keys(sent).some(isRequired)
  return stored[name] === true || !isBeingSetUp
}
