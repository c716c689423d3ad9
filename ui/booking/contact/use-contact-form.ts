import { type RefObject, useEffect, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { safeParse } from 'valibot'
import type { Contact } from '../../../src/shared/contact/contact.ts'
import { contactFormSchema } from '../../../src/shared/contact/contact-form.ts'
import { fieldErrorsOf } from '../../../src/shared/field-errors.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { refused } from '../../components/refused.ts'
import { browserStorage } from '../../patient/browser-storage.ts'
import type { Dispatch } from '../wizard/wizard.ts'
import {
  type ContactDraft,
  EMPTY_CONTACT_DRAFT,
  forgetRemembered,
  hasDraft,
  keepDraft,
  recallDraft,
} from './contact-draft.ts'

/**
 * Checks the draft by the server's rules. Returns the contact to send, or a message for each invalid field.
 */
export function checkDraft({
  other: _,
  ...draft
}: ContactDraft): { contact: Contact } | { fieldErrors: Partial<Record<keyof ContactDraft, string>> } {
  const checked = safeParse(contactFormSchema({ today: viennaToday() }), draft)
  return checked.success ? { contact: checked.output } : { fieldErrors: fieldErrorsOf(checked.issues) }
}

const resolver: Resolver<ContactDraft, unknown, Contact> = (draft) => {
  const checked = checkDraft(draft)
  if ('contact' in checked) return { values: checked.contact, errors: {} }
  return refused(checked.fieldErrors)
}

/**
 * Holds the contact form. It starts with the stored draft and stores every change, with `remember` also on
 * the device. It validates when "Weiter" is pressed, and from then on with every change.
 */
export function useContactForm(
  contact: RefObject<ContactDraft | undefined>,
  remember: boolean,
  dispatch: Dispatch,
) {
  const [fromDevice] = useState(() => contact.current === undefined && !hasDraft(browserStorage))
  const [start] = useState(() => contact.current ?? recallDraft(browserStorage, remember, Date.now()))
  const form = useForm<ContactDraft, unknown, Contact>({
    defaultValues: start,
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    // The step itself moves the focus, because it also knows whether the e-mail is verified.
    shouldFocusError: false,
  })
  const { subscribe, trigger, clearErrors, getValues, reset } = form
  const { isDirty } = form.formState

  useEffect(
    () =>
      subscribe({
        formState: { values: true, isSubmitted: true },
        callback: ({ values, isSubmitted, name }) => {
          contact.current = values
          keepDraft(browserStorage, values, { onDevice: remember, now: Date.now() })
          // Before the first "Weiter", an error at the e-mail can only come from the button of its
          // verification.
          if (!isSubmitted && name === 'email') clearErrors('email')
          // The rules of these fields depend on the country. The social security number also depends on the
          // birth date.
          if (isSubmitted && (name === 'country' || name === 'birthDate'))
            void trigger(['address', 'zip', 'svn4'])
        },
      }),
    [subscribe, trigger, clearErrors, contact, remember],
  )

  const changeRemember = (wanted: boolean) => {
    dispatch({ type: 'remember set', remember: wanted })
    if (wanted) keepDraft(browserStorage, getValues(), { onDevice: true, now: Date.now() })
    else forgetRemembered(browserStorage)
  }
  const forget = () => {
    // A draft from the device leaves the form too, unless the patient has changed it.
    if (fromDevice && !isDirty) reset(EMPTY_CONTACT_DRAFT)
    changeRemember(false)
  }
  return { form, changeRemember, forget }
}
