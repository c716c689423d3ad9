import * as v from 'valibot'
import type { TextRule } from './contact-rules.ts'

/** A mark that belongs to no letter, or three marks in a row that are above, below or around a letter. */
const UNREADABLE_MARKS = /(?<![\p{L}\p{M}])\p{M}|[\p{Mn}\p{Me}]{3}/u

const NOT_READABLE = 'Bitte den Namen ohne übereinander gesetzte Zeichen eingeben.'

/**
 * Makes the rule of a name that is readable in lists and e-mails: invisible characters are removed, each
 * combining mark belongs to a letter, and a letter has at most two above or below it. Marks beside a letter,
 * as in Burmese, do not count. Only the server and the admin area check it, to keep the patients' pages small
 * (docs/behaviour.md 5.3).
 */
export function readableName(rule: TextRule): v.GenericSchema<unknown, string> {
  return v.pipe(
    v.unknown(),
    v.transform((typed) =>
      typeof typed === 'string' ? typed.replace(/\p{Default_Ignorable_Code_Point}/gu, '') : typed,
    ),
    // The given rule refuses values that are not text.
    rule as v.GenericSchema<unknown, string>,
    v.check((name) => !UNREADABLE_MARKS.test(name), NOT_READABLE),
  )
}
