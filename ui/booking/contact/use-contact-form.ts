import { createContext, type RefObject, useContext, useState } from 'react'
import { safeParse } from 'valibot'
import type { Contact } from '../../../src/shared/contact/contact.ts'
import { contactFormSchema } from '../../../src/shared/contact/contact-form.ts'
import { fieldErrorsOf, type ReadDraft } from '../../../src/shared/field-errors.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { browserStorage } from '../../patient/browser-storage.ts'
import { type DraftForm, useDraft } from '../../patient/use-draft.ts'
import type { Dispatch } from '../wizard/wizard.ts'
import {
  type ContactDraft,
  EMPTY_CONTACT_DRAFT,
  forgetRemembered,
  hasDraft,
  keepDraft,
  recallDraft,
} from './contact-draft.ts'

type ContactForm = DraftForm<ContactDraft, Contact>

/** The form around the contact's fields. */
export const ContactFormContext = createContext<ContactForm | undefined>(undefined)

/** Returns the form around a field. @throws Error outside of a contact form */
export function useContactFields(): ContactForm {
  const form = useContext(ContactFormContext)
  if (!form) throw new Error('no contact form')
  return form
}

/** Reads the draft by the server's rules. The output is the contact to send. */
export function readContact({ other: _, ...draft }: ContactDraft): ReadDraft<Contact> {
  const { success, output, issues } = safeParse(contactFormSchema({ today: viennaToday() }), draft)
  return success ? { output } : { errors: fieldErrorsOf(issues) }
}

/**
 * Holds the contact form. It starts with the stored draft and stores every change, with `remember` also on
 * the device. It is checked when "Weiter" is pressed, and from then on with every change.
 */
export function useContactForm(
  contact: RefObject<ContactDraft | undefined>,
  remember: boolean,
  dispatch: Dispatch,
) {
  const [fromDevice] = useState(() => contact.current === undefined && !hasDraft(browserStorage))
  const [start] = useState(() => contact.current ?? recallDraft(browserStorage, remember, Date.now()))
  const form = useDraft({
    initial: () => start,
    read: readContact,
    onChange: (draft) => {
      contact.current = draft
      keepDraft(browserStorage, draft, { onDevice: remember, now: Date.now() })
    },
    dependents: { country: ['address', 'zip', 'svn4'], birthDate: ['address', 'zip', 'svn4'] },
  })

  const changeRemember = (wanted: boolean) => {
    dispatch({ type: 'remember set', remember: wanted })
    if (wanted) keepDraft(browserStorage, form.draft, { onDevice: true, now: Date.now() })
    else forgetRemembered(browserStorage)
  }
  const forget = () => {
    // A draft from the device leaves the form too, unless the patient has changed it.
    if (fromDevice && form.draft === start) form.reset(EMPTY_CONTACT_DRAFT)
    changeRemember(false)
  }
  return { form, changeRemember, forget }
}
