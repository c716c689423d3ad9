import * as v from 'valibot'
import type { Day } from '../day.ts'
import { normalizeLine } from '../normalize-line.ts'
import type { Contact } from './contact.ts'
import { reminderBySmsSchema, sentenceForKey, type TextRule } from './contact-rules.ts'
import { textAt } from './input-at.ts'
import { bookerSchema, noBooker, receivedTextRules } from './received-contact.ts'
import { digitsOf, noSvnr, svnrSchema } from './svnr.ts'

/**
 * The contact of a manual booking. Names and phone number are required; any other field is '' if it is not
 * known.
 */
export type ManualContact = Omit<Contact, 'salutation' | 'svn4'> & { salutation: Contact['salutation'] | '' }

/** A contact without a country counts as one in the practice's country. */
const HOME_COUNTRY = 'AT'

/**
 * A contact that the practice enters or corrects. As `svn4`, '' adds no social security number and keeps a
 * stored one, and null removes it.
 */
export type PracticeContact = ManualContact & { svn4: string | null }

/** Makes the rules of a contact that the practice enters or corrects (docs/behaviour.md 5.15 and 8.29). */
export function practiceContactSchema({ today }: { today: Day }): v.GenericSchema<unknown, PracticeContact> {
  return v.lazy((input) => {
    const writtenAs = digitsOf(textAt(input, 'svn4')).length === 10 ? 'full' : 'key'
    const rule = v.nullable(svnrSchema(writtenAs, textAt(input, 'birthDate')))
    const svn4 = countryOrHome(input) === HOME_COUNTRY ? optional(rule, '') : noSvnr
    // Callers may send back the answer of a GET, but the masked number in it is ignored.
    const svnr_masked = v.exactOptional(v.unknown())
    const schema = v.strictObject({ ...manualRules(input, today), svn4, svnr_masked }, sentenceForKey)
    return v.pipe(
      schema,
      v.transform(({ svnr_masked: _, ...contact }) => contact),
    )
  })
}

/** Returns the country of the contact, by default the practice's. */
function countryOrHome(input: unknown): string {
  return textAt(input, 'country') || HOME_COUNTRY
}

/** Makes the rules that a manual booking and a correction share. */
function manualRules(input: unknown, today: Day) {
  const rules = receivedTextRules(countryOrHome(input), today)
  return {
    ...optionalRules(rules),
    firstName: rules.firstName,
    lastName: rules.lastName,
    mobile: rules.mobile,
    country: optional(rules.country, HOME_COUNTRY),
    reminderBySms: reminderBySmsSchema,
    booker: v.optional(v.lazy((booker) => (hasNoRelation(booker) ? noBooker : bookerSchema(today)))),
  }
}

/** Returns whether patients book for themselves. The form then sends a booker with an empty relation. */
function hasNoRelation(booker: unknown): boolean {
  if (typeof booker !== 'object') return false
  return booker === null || ('relation' in booker && booker.relation === '')
}

/** Makes each rule accept a missing or empty field. */
function optionalRules<Rules extends Record<string, TextRule>>(rules: Rules) {
  const entries = Object.entries(rules).map(([field, rule]) => [field, optional(rule, '')])
  return Object.fromEntries(entries) as {
    [Field in keyof Rules]: v.GenericSchema<unknown, v.InferOutput<Rules[Field]> | ''>
  }
}

/** Returns the rule for a field that may be missing or empty, which then becomes `empty`. */
function optional<const Empty extends string, Value extends string | null>(
  rule: v.GenericSchema<unknown, Value> | v.GenericSchema<string, Value>,
  empty: Empty,
): v.GenericSchema<unknown, Value | Empty> {
  const nothing = v.pipe(
    v.unknown(),
    v.transform(() => empty),
  )
  return v.optional(
    v.lazy((value) => (typeof value === 'string' && normalizeLine(value) === '' ? nothing : rule)),
    empty,
  ) as v.GenericSchema<unknown, Value | Empty>
}
