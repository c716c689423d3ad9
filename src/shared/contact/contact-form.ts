import * as v from 'valibot'
import type { Day } from '../day.ts'
import { RELATIONS, type Relation } from './booker.ts'
import type { Contact } from './contact.ts'
import {
  contactTextRules,
  firstNameSchema,
  lastNameSchema,
  REQUIRED_SENTENCES,
  sentenceForKey,
} from './contact-rules.ts'
import { textAt } from './input-at.ts'
import { digitsOf, svnrSchema } from './svnr.ts'

/** How the social security number is entered: its four-digit key, all ten digits, or not at all. */
export type SvnMode = 'key' | 'full' | 'none'

/** The form's answer to whom the appointment is for. */
export type ForWhom = 'me' | Relation

/** The fields of the contact form. */
export type ContactForm = Omit<Contact, 'svn4' | 'booker'> & {
  svn4: string
  svnMode: SvnMode
  forWhom: ForWhom
  /** '' while patients book for themselves. */
  bookerFirstName: string
  bookerLastName: string
}

/** The rule of a hidden field: any value passes and becomes ''. */
const hiddenFieldSchema: v.GenericSchema<string, string> = v.optional(
  v.pipe(
    v.any(),
    v.transform(() => ''),
  ),
  '',
)

/**
 * Makes the rules of the form of step 4, those of `contactSchema`; the output is the contact for the API.
 * The rules of postcode, address and social security number depend on other fields. They are chosen first,
 * because a check across fields at the end would not report all faulty fields at once.
 * @param today the Vienna day, the last valid birth date
 */
export function contactFormSchema({ today }: { today: Day }): v.GenericSchema<ContactForm, Contact> {
  return v.lazy((input) => {
    const country = textAt(input, 'country')
    const mode = textAt(input, 'svnMode')
    const hasNumber = country === 'AT' && mode !== 'none'
    const digits = mode === 'full' ? 'full' : 'key'
    const svn4 = hasNumber ? svnrSchema(digits, textAt(input, 'birthDate')) : hiddenFieldSchema
    const isForMe = textAt(input, 'forWhom') === 'me'
    return v.pipe(
      v.strictObject(
        {
          ...contactTextRules(country, today),
          svn4,
          svnMode: v.picklist(['key', 'full', 'none']),
          reminderBySms: v.boolean(),
          forWhom: v.picklist(['me', ...RELATIONS], REQUIRED_SENTENCES.relation),
          bookerFirstName: isForMe ? hiddenFieldSchema : firstNameSchema,
          bookerLastName: isForMe ? hiddenFieldSchema : lastNameSchema,
        },
        sentenceForKey,
      ),
      v.transform(toWireContact),
    )
  })
}

/**
 * Makes the contact for the API from what was typed. The social security number becomes null outside Austria
 * and for people without one.
 */
function toWireContact(typed: ContactForm): Contact {
  const { svnMode, svn4, forWhom, bookerFirstName: firstName, bookerLastName: lastName, ...contact } = typed
  return {
    ...contact,
    svn4: contact.country === 'AT' && svnMode !== 'none' ? digitsOf(svn4) : null,
    ...(forWhom !== 'me' && { booker: { firstName, lastName, relation: forWhom } }),
  }
}
