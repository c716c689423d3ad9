import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { EMAIL_UNVERIFIED } from '../../src/shared/messages.de.ts'
import { failureText, fieldErrorsOf, hasCode } from '../api/http.ts'
import { isRefusal } from '../api/query-client.tsx'
import { focusFirstInvalid } from '../components/focus.ts'
import { refreshServices } from '../patient/services.ts'
import { useDraft } from '../patient/use-draft.ts'
import { useClearedEmailError } from '../patient/verification/use-cleared-email-error.ts'
import { useEmailVerification } from '../patient/verification/use-email-verification.ts'
import { refreshWaitingList } from '../patient/waiting-list/use-waiting-list.ts'
import { enterWaitingList } from './enter-waiting-list.ts'
import { firstWaitingDraft, keepEmail, keepWishes, readWishes, type WishesInput } from './wishes-draft.ts'

/**
 * Holds the form of the wishes and saves it. Its fields and the call that saves them may both report errors.
 * For a service it asks for an e-mail address too, which must be verified before the wishes are saved.
 * @param onDone gets the id of the entry
 */
export function useWishesForm(input: WishesInput, onDone: (id: string) => void) {
  const asksEmail = 'service_id' in input.target
  const form = useDraft({
    initial: () => firstWaitingDraft(input),
    read: (draft) => readWishes(draft, input),
    onChange: (draft) => keepWishes(input, draft),
  })
  /** The element of the form, whose faulty fields take the focus. */
  const elementRef = useRef<HTMLFormElement>(null)
  const { email } = form.draft
  const verification = useEmailVerification(email)
  useClearedEmailError(form, verification.isVerified)
  const showErrors = (found: Readonly<Record<string, string>>) => {
    form.addErrors(found)
    focusFirstInvalid(elementRef.current)
  }
  const save = useMutation({
    mutationFn: enterWaitingList,
    onSuccess: async ({ id }) => {
      if (asksEmail) keepEmail(email)
      keepWishes(input, undefined)
      await refreshWaitingList()
      onDone(id)
    },
    onError: async (error) => {
      if (hasCode(error, 'email_unverified')) await verification.check()
      // The wished doctor may no longer offer the service.
      if (hasCode(error, 'invalid')) void refreshServices()
      showErrors(fieldErrorsOf(error))
    },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const json = form.check()
    if (!json) return focusFirstInvalid(elementRef.current)
    if (asksEmail && !verification.isVerified && !(await verification.check()))
      return showErrors({ email: EMAIL_UNVERIFIED })
    save.mutate(json)
  }
  // The choice of a doctor or room shows no errors.
  const { resource, ...shownErrors } = fieldErrorsOf(save.error)
  const isShownAtFields = Object.keys(shownErrors).length > 0
  return {
    form,
    element: elementRef,
    asksEmail,
    verification,
    submit,
    isSaving: save.isPending,
    problem:
      resource ??
      (save.error && !isShownAtFields && failureText(save.error, 'Das hat nicht geklappt.').title),
    canRetry: !isRefusal(save.error),
  }
}
