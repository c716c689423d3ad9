import { type RefObject, useEffect, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { safeParse } from 'valibot'
import { type Contact, contactFormSchema } from '../../../src/shared/contact.ts'
import { fieldErrorsOf } from '../../../src/shared/field-errors.ts'
import { serverNow, viennaDay } from '../../api/server-clock.ts'
import { browserStorage } from '../storage.ts'
import type { Dispatch } from '../use-wizard.ts'
import {
  type ContactEntry,
  EMPTY_ENTRY,
  forgetRemembered,
  hasDraft,
  keepEntry,
  recallEntry,
} from './contact-entry.ts'

/** The entry by the server's own rules: the contact for the wire, or a sentence for each faulty field. */
export function checkEntry(
  entry: ContactEntry,
): { contact: Contact } | { faults: Partial<Record<keyof ContactEntry, string>> } {
  const checked = safeParse(contactFormSchema({ today: viennaDay(serverNow()) }), entry)
  return checked.success ? { contact: checked.output } : { faults: fieldErrorsOf(checked.issues) }
}

const resolver: Resolver<ContactEntry, unknown, Contact> = (entry) => {
  const checked = checkEntry(entry)
  if ('contact' in checked) return { values: checked.contact, errors: {} }
  const errors = Object.entries(checked.faults).map(([name, message]) => [name, { type: 'rule', message }])
  return { values: {}, errors: Object.fromEntries(errors) }
}

/**
 * The contact form: starts with what is kept, keeps every change (on the device too while `remember` is set), and
 * checks when Weiter is pressed, from then on with every change.
 */
export function useContactForm(
  contact: RefObject<ContactEntry | undefined>,
  remember: boolean,
  dispatch: Dispatch,
) {
  const [fromDevice] = useState(() => contact.current === undefined && !hasDraft(browserStorage))
  const [start] = useState(() => contact.current ?? recallEntry(browserStorage, remember, Date.now()))
  const form = useForm<ContactEntry, unknown, Contact>({
    defaultValues: start,
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    // The first invalid field of the page is focused by the step, which also knows of the e-mail's verification.
    shouldFocusError: false,
  })
  const { subscribe, trigger, getValues, reset } = form
  const { isDirty } = form.formState

  useEffect(
    () =>
      subscribe({
        formState: { values: true, isSubmitted: true },
        callback: ({ values, isSubmitted, name }) => {
          contact.current = values
          keepEntry(browserStorage, values, remember, Date.now())
          // Postcode, address and social security number are judged by the country, the number by the birth date too.
          if (isSubmitted && (name === 'country' || name === 'birthDate'))
            void trigger(['address', 'zip', 'svn4'])
        },
      }),
    [subscribe, trigger, contact, remember],
  )

  const changeRemember = (wanted: boolean) => {
    dispatch({ type: 'remember set', remember: wanted })
    if (wanted) keepEntry(browserStorage, getValues(), true, Date.now())
    else forgetRemembered(browserStorage)
  }
  const forget = () => {
    // What only the device had filled in goes with it; what was typed stays.
    if (fromDevice && !isDirty) reset(EMPTY_ENTRY)
    changeRemember(false)
  }
  return { form, changeRemember, forget }
}
