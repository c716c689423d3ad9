import { valibotResolver } from '@hookform/resolvers/valibot'
import { type RefObject, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { type Contact, contactFormSchema } from '../../src/rules/contact.ts'
import { serverNow } from '../server-clock.ts'
import {
  type ContactEntry,
  EMPTY_ENTRY,
  forgetRemembered,
  hasDraft,
  keepEntry,
  recallEntry,
} from './contact-entry.ts'
import { browserMemory } from './memory.ts'
import type { Send } from './use-wizard.ts'
import { viennaDay } from './vienna-day.ts'

/** The form's rules are the server's; what is not chosen yet simply does not pass them. */
export function contactRules() {
  return contactFormSchema({ today: viennaDay(serverNow()) }) as GenericSchema<ContactEntry, Contact>
}

/**
 * The contact form: starts with what is kept, keeps every change (on the device too while `remember` is set), and
 * checks when Weiter is pressed, from then on with every change.
 */
export function useContactForm(contact: RefObject<ContactEntry | undefined>, remember: boolean, send: Send) {
  const [rules] = useState(contactRules)
  const [fromDevice] = useState(() => contact.current === undefined && !hasDraft(browserMemory))
  const [start] = useState(() => contact.current ?? recallEntry(browserMemory, remember, Date.now()))
  const form = useForm<ContactEntry, unknown, Contact>({
    defaultValues: start,
    resolver: valibotResolver(rules),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    // The first invalid field of the page is focused by the step, which also knows of the e-mail's proof.
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
          keepEntry(browserMemory, values, remember, Date.now())
          // Postcode, address and social security number are judged by the country, the number by the birth date too.
          if (isSubmitted && (name === 'country' || name === 'birthDate'))
            void trigger(['address', 'zip', 'svn4'])
        },
      }),
    [subscribe, trigger, contact, remember],
  )

  const changeRemember = (wanted: boolean) => {
    send({ type: 'remember set', remember: wanted })
    if (wanted) keepEntry(browserMemory, getValues(), true, Date.now())
    else forgetRemembered(browserMemory)
  }
  const forget = () => {
    // What only the device had filled in goes with it; what was typed stays.
    if (fromDevice && !isDirty) reset(EMPTY_ENTRY)
    changeRemember(false)
  }
  return { form, changeRemember, forget }
}
