import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { EMAIL_UNVERIFIED } from '../../src/shared/messages.de.ts'
import { failureText, fieldsOf } from '../api/http.ts'
import { isRefusal } from '../api/query-client.tsx'
import { focusFirstInvalid } from '../components/focus.ts'
import { useDraft } from '../patient/use-draft.ts'
import { useEmailVerification } from '../patient/verification/use-email-verification.ts'
import { refreshWaiting } from '../patient/waiting-list/use-waiting-list.ts'
import { enterWaitingList } from './enter-waiting-list.ts'
import { firstDraft, keepEmail, readWishes, type WishesInput } from './wishes-draft.ts'

/** The form of the wishes, with the call that saves them, and the errors of both. */
export function useWishesForm(input: WishesInput, onDone: (id: string) => void) {
  const asksEmail = 'service_id' in input.target
  const form = useDraft({ initial: () => firstDraft(input), read: (draft) => readWishes(draft, input) })
  const element = useRef<HTMLFormElement>(null)
  const { draft, errors, addErrors, clearError } = form
  const verification = useEmailVerification(draft.email)
  const refuse = (found: Readonly<Record<string, string>>) => {
    addErrors(found)
    focusFirstInvalid(element.current)
  }
  const save = useMutation({
    mutationFn: enterWaitingList,
    onSuccess: async ({ id }) => {
      if (asksEmail) keepEmail(draft.email)
      await refreshWaiting()
      onDone(id)
    },
    onError: (error) => refuse(fieldsOf(error)),
  })

  const isNowVerified = verification.verified && errors.email === EMAIL_UNVERIFIED
  useEffect(() => {
    if (isNowVerified) clearError('email')
  }, [isNowVerified, clearError])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const json = form.check()
    if (!json) return focusFirstInvalid(element.current)
    if (asksEmail && !verification.verified && !(await verification.check()))
      return refuse({ email: EMAIL_UNVERIFIED })
    save.mutate(json)
  }
  const isShownAtFields = Object.keys(fieldsOf(save.error)).length > 0
  return {
    form,
    element,
    asksEmail,
    verification,
    submit,
    isSaving: save.isPending,
    problem: save.error && !isShownAtFields && failureText(save.error, 'Das hat nicht geklappt.').title,
    canRetry: !isRefusal(save.error),
  }
}
