import * as v from 'valibot'
import { normalEmailSchema } from './contact/normal-email.ts'
import { phoneSchema } from './contact/phone.ts'
import { readableName } from './contact/readable-name.ts'
import type { Day } from './day.ts'
import { UNKNOWN_KEY } from './field-errors.ts'
import { requiredLineSchema } from './line.ts'
import { normalizeLine } from './normalize-line.ts'
import type { WaitingForByPractice, Wishes } from './waiting-list.ts'
import {
  areDaysInOrder,
  awaitedServiceSchema,
  DAYS_IN_WRONG_ORDER,
  earlierTimeSchema,
  isForAppointment,
  wishEntries,
} from './waiting-list-rules.ts'

/**
 * The body of POST /api/admin/waiting-list. An entry without an appointment needs a name, and an e-mail
 * address or a phone number.
 * @param today the Vienna day, the earliest possible last day
 */
export function waitingByPracticeSchema({
  today,
}: {
  today: Day
}): v.GenericSchema<unknown, WaitingForByPractice & Wishes> {
  const earlier = earlierTimeSchema({ today })
  const email = emptyOr(normalEmailSchema)
  const mobile = emptyOr(phoneSchema)
  const name = v.pipe(
    readableName(requiredLineSchema('Bitte einen Namen eingeben.', 160)),
    v.regex(/\p{L}/u, 'Der Name braucht mindestens einen Buchstaben.'),
  )
  const firstAppointment = v.pipe(
    v.strictObject(
      { service_id: awaitedServiceSchema, name, email, mobile, ...wishEntries(today) },
      UNKNOWN_KEY,
    ),
    v.forward(
      v.check((wishes) => areDaysInOrder(wishes), DAYS_IN_WRONG_ORDER),
      ['not_before'],
    ),
    v.forward(
      v.check(({ email, mobile }) => email !== '' || mobile !== '', 'Bitte E-Mail oder Telefon eingeben.'),
      ['email'],
    ),
  )
  return v.lazy((sent) => (isForAppointment(sent) ? earlier : firstAppointment))
}

/** Returns the rule for a field that may be missing or blank, which becomes ''. */
function emptyOr(rule: v.GenericSchema<string, string>): v.GenericSchema<unknown, string> {
  const blank = v.pipe(v.string(), v.transform(normalizeLine))
  const chosen = v.lazy((typed) => (typeof typed === 'string' && normalizeLine(typed) === '' ? blank : rule))
  // The type of `lazy` comes from its rules, but it accepts any input.
  return v.optional(chosen, '') as v.GenericSchema<unknown, string>
}
