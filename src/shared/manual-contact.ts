import * as v from 'valibot'
import { type Contact, personRules, reminderBySms, sentenceForKey, textAt } from './contact.ts'
import type { Day } from './day.ts'
import { tidy } from './tidy.ts'

/** The contact of a manual booking: names and phone number, and '' for any other field that is not known. */
export type ManualContact = Omit<Contact, 'salutation' | 'svn4'> & { salutation: Contact['salutation'] | '' }

/** The practice's country, for a contact without one. */
const HOME_COUNTRY = 'AT'

/** The rules of a manual booking's contact (docs/behaviour.md 5.15). */
export function manualContactSchema({ today }: { today: Day }): v.GenericSchema<unknown, ManualContact> {
  return v.lazy((input) => {
    const rules = personRules(textAt(input, 'country') || HOME_COUNTRY, today)
    return v.strictObject(
      {
        salutation: optional(rules.salutation, ''),
        firstName: rules.firstName,
        lastName: rules.lastName,
        email: optional(rules.email, ''),
        mobile: rules.mobile,
        address: optional(rules.address, ''),
        zip: optional(rules.zip, ''),
        city: optional(rules.city, ''),
        country: optional(rules.country, HOME_COUNTRY),
        birthDate: optional(rules.birthDate, ''),
        reminderBySms,
      },
      sentenceForKey,
    )
  })
}

/** The rule, but `empty` for a field that is missing or empty. */
function optional<const Empty extends string, Value extends string>(
  rule: v.GenericSchema<unknown, Value> | v.GenericSchema<string, Value>,
  empty: Empty,
): v.GenericSchema<unknown, Value | Empty> {
  const nothing = v.pipe(
    v.unknown(),
    v.transform(() => empty),
  )
  return v.optional(
    v.lazy((value) => (typeof value === 'string' && tidy(value) === '' ? nothing : rule)),
    empty,
  ) as v.GenericSchema<unknown, Value | Empty>
}
