import * as v from 'valibot'
import { type Contact, personRules, sentenceForKey, textAt } from './contact.ts'
import type { Day } from './day.ts'
import { tidy } from './line.ts'

/** A patient as the practice takes one down by telephone: '' for what was not told. */
export type ManualContact = Omit<Contact, 'salutation' | 'svn4'> & { salutation: Contact['salutation'] | '' }

/** Whoever is told no country lives where the practice is. */
const HOME_COUNTRY = 'AT'

/**
 * What the practice takes down by telephone: names and telephone number, and of the rest what it was told, by the same rules.
 * No social security number: that is for the patient to give.
 */
export function manualContactSchema({ today }: { today: Day }): v.GenericSchema<unknown, ManualContact> {
  return v.lazy((input) => {
    const rules = personRules(textAt(input, 'country') || HOME_COUNTRY, today)
    return v.strictObject(
      {
        salutation: ifTold(rules.salutation, ''),
        firstName: rules.firstName,
        lastName: rules.lastName,
        email: ifTold(rules.email, ''),
        mobile: rules.mobile,
        address: ifTold(rules.address, ''),
        zip: ifTold(rules.zip, ''),
        city: ifTold(rules.city, ''),
        country: ifTold(rules.country, HOME_COUNTRY),
        birthDate: ifTold(rules.birthDate, ''),
      },
      sentenceForKey,
    )
  })
}

/** The rule for whatever is there; `untold` for a field that is left out or left empty. */
function ifTold<const Untold extends string, Told extends string>(
  rule: v.GenericSchema<unknown, Told> | v.GenericSchema<string, Told>,
  untold: Untold,
): v.GenericSchema<unknown, Told | Untold> {
  const nothing = v.pipe(
    v.unknown(),
    v.transform(() => untold),
  )
  return v.optional(
    v.lazy((value) => (typeof value === 'string' && tidy(value) === '' ? nothing : rule)),
    untold,
  ) as v.GenericSchema<unknown, Told | Untold>
}
