import * as v from 'valibot'
import type { Day } from '../day.ts'
import { RELATIONS } from './booker.ts'
import type { Contact } from './contact.ts'
import { contactTextRules, REQUIRED_SENTENCES, reminderBySmsSchema, sentenceForKey } from './contact-rules.ts'
import { textAt, valueAt } from './input-at.ts'
import { normalEmailSchema } from './normal-email.ts'
import { splitName } from './older-contact.ts'
import { readableName } from './readable-name.ts'
import { digitsOf, noSvnr, svnrSchema } from './svnr.ts'

/**
 * This module has the rules of contacts that the server receives. They equal those of the patient's form,
 * except that names and e-mail address have stricter rules, which would make the patients' pages too large.
 */

/** The rule if there is no booker: anything passes and becomes undefined. */
export const noBooker = v.pipe(
  v.unknown(),
  v.transform((): undefined => undefined),
)

/**
 * Makes the rules of the contact in the bodies of POST /api/hold and /api/booking/confirm.
 * @param today the Vienna day, the last valid birth date
 */
export function contactSchema({ today }: { today: Day }): v.GenericSchema<unknown, Contact> {
  const rules = v.lazy((input) => {
    const country = textAt(input, 'country')
    const hasNumber = country === 'AT' && valueAt(input, 'svn4') !== null
    const writtenAs = digitsOf(textAt(input, 'svn4')).length === 10 ? 'full' : 'key'
    const svn4 = hasNumber ? svnrSchema(writtenAs, textAt(input, 'birthDate')) : noSvnr
    const booker = v.optional(v.lazy((sent) => (sent === null ? noBooker : bookerSchema(today))))
    return v.strictObject(
      { ...receivedTextRules(country, today), svn4, reminderBySms: reminderBySmsSchema, booker },
      sentenceForKey,
    )
  })
  return v.pipe(v.unknown(), v.transform(splitOlderName), rules)
}

/** Splits the single name of older callers into first and last name, unless one of these is given. */
function splitOlderName(input: unknown): unknown {
  const isOlder = ['firstName', 'lastName'].every((key) => valueAt(input, key) === undefined)
  const older = valueAt(input, 'name')
  if (!isOlder || typeof older !== 'string') return input
  const { name: _, ...others } = input as Record<string, unknown>
  return { ...others, ...splitName(older) }
}

/** Makes the rules of the booker, who is missing when patients book for themselves. */
export function bookerSchema(today: Day) {
  // The rules of names do not depend on the country.
  const { firstName, lastName } = receivedTextRules('', today)
  return v.strictObject(
    { firstName, lastName, relation: v.picklist(RELATIONS, REQUIRED_SENTENCES.relation) },
    sentenceForKey,
  )
}

/** Returns the rule of each text field, by the country. */
export function receivedTextRules(country: string, today: Day) {
  const rules = contactTextRules(country, today)
  return {
    ...rules,
    firstName: readableName(rules.firstName),
    lastName: readableName(rules.lastName),
    city: readableName(rules.city),
    email: normalEmailSchema,
  }
}
