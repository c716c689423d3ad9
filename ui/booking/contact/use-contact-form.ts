import { createContext, type RefObject, useContext, useState } from 'react'
import { safeParse } from 'valibot'
import type { Contact } from '../../../src/shared/contact/contact.ts'
import { contactFormSchema } from '../../../src/shared/contact/contact-form.ts'
import { fieldErrorsOf, type ReadDraft } from '../../../src/shared/field-errors.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { browserStorage } from '../../patient/browser-storage.ts'
import { type DraftForm, useDraft } from '../../patient/use-draft.ts'
import type { Dispatch } from '../wizard/wizard.ts'
import { type ContactDraft, EMPTY_CONTACT_DRAFT } from './contact-draft.ts'
import { forgetDeviceDraft, hasDraft, keepDraft, recallDraft } from './draft-storage.ts'

/** The contact form, with its values and errors. */
export type ContactDraftForm = DraftForm<ContactDraft, Contact>

/** Provides the contact form to the fields inside it. */
export const ContactFormContext = createContext<ContactDraftForm | undefined>(undefined)

/** Returns the contact form around a field. @throws Error outside of a contact form */
export function useContactFields(): ContactDraftForm {
  const form = useContext(ContactFormContext)
  if (!form) throw new Error('no contact form')
  return form
}

/**
 * Validates the draft by the server's rules. The output is the contact to send, without the person whom the
 * form does not show (`other`).
 */
export function readContact({ other: _, ...draft }: ContactDraft): ReadDraft<Contact> {
  const { success, output, issues } = safeParse(contactFormSchema({ today: viennaToday() }), draft)
  return success ? { output } : { errors: fieldErrorsOf(issues) }
}

/**
 * Holds the contact form. The form starts with the stored draft, and every change is stored, with `remember`
 * also on the device. The fields are checked when "Weiter" is pressed, and from then on at every change.
 * @param contact keeps the draft while the patient goes from step to step
 */
export function useContactForm(
  contact: RefObject<ContactDraft | undefined>,
  remember: boolean,
  dispatch: Dispatch,
) {
  /** Whether the form begins with the device's copy, if there is one, and not with a draft of this tab. */
  const [isFromDevice] = useState(() => contact.current === undefined && !hasDraft(browserStorage))
  const [firstDraft] = useState(() => contact.current ?? recallDraft(browserStorage, remember, Date.now()))
  const form = useDraft({
    initial: () => firstDraft,
    read: readContact,
    onChange: (draft) => {
      contact.current = draft
      keepDraft(browserStorage, draft, { onDevice: remember, now: Date.now() })
    },
    // The rules of these fields ask for the country and the birth date.
    dependents: { country: ['address', 'zip', 'svn4'], birthDate: ['address', 'zip', 'svn4'] },
  })

  const changeRemember = (isTicked: boolean) => {
    dispatch({ type: 'remember set', remember: isTicked })
    if (isTicked) keepDraft(browserStorage, form.draft, { onDevice: true, now: Date.now() })
    else forgetDeviceDraft(browserStorage)
  }
  const forget = () => {
    // Values from the device are also cleared from the form, unless the patient has changed some of them.
    if (isFromDevice && form.draft === firstDraft) form.reset(EMPTY_CONTACT_DRAFT)
    changeRemember(false)
  }
  return { form, changeRemember, forget }
}
