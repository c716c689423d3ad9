import * as v from 'valibot'
import type { TextRule } from './contact-rules.ts'

const READABLE = 'Bitte den Namen ohne übereinander gesetzte Zeichen eingeben.'

/**
 * Makes the rule of a name that can be read in lists and e-mails: characters that nobody sees are left out,
 * each mark stands on a letter, and at most two marks stand above or below one. Marks beside the letter,
 * which Burmese has, do not count. Only the server and the admin area check it, because patients' pages would
 * grow (docs/behaviour.md 5.3).
 */
export function readableName(rule: TextRule): v.GenericSchema<unknown, string> {
  return v.pipe(
    v.unknown(),
    v.transform((typed) =>
      typeof typed === 'string' ? typed.replace(/\p{Default_Ignorable_Code_Point}/gu, '') : typed,
    ),
    // A rule of texts refuses any other value itself.
    rule as v.GenericSchema<unknown, string>,
    v.regex(/^(?!.*(?:[\p{Mn}\p{Me}]{3}|(?<![\p{L}\p{M}])\p{M}))/u, READABLE),
  )
}
