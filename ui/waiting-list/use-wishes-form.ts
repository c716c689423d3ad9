import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { EMAIL_UNVERIFIED } from '../../src/shared/messages.de.ts'
import { failureText, fieldsOf } from '../api/http.ts'
import { isRefusal } from '../api/query-client.tsx'
import { useEmailVerification } from '../patient/verification/use-email-verification.ts'
import { refreshWaiting } from '../patient/waiting-list/use-waiting-list.ts'
import { type EntryRequest, enterWaitingList } from './enter-waiting-list.ts'
import { firstDraft, keepEmail, resolverFor, type WaitingDraft, type WishesInput } from './wishes-draft.ts'

/** The form of the wishes, with the call that saves them, and the errors of both. */
export function useWishesForm(input: WishesInput, onDone: (id: string) => void) {
  const asksEmail = 'service_id' in input.target
  const [initialDraft] = useState(() => firstDraft(input))
  const form: UseFormReturn<WaitingDraft, unknown, EntryRequest> = useForm({
    defaultValues: initialDraft,
    resolver: resolverFor(input),
  })
  const { formState, setError, clearErrors } = form
  const verification = useEmailVerification(form.watch('email'))
  const save = useMutation({
    mutationFn: enterWaitingList,
    onSuccess: async ({ id }) => {
      if (asksEmail) keepEmail(form.getValues('email'))
      await refreshWaiting()
      onDone(id)
    },
    onError: (error) => {
      for (const [name, message] of Object.entries(fieldsOf(error)))
        setError(name as keyof WaitingDraft, { message }, { shouldFocus: true })
    },
  })

  const isNowVerified = verification.verified && formState.errors.email?.message === EMAIL_UNVERIFIED
  useEffect(() => {
    if (isNowVerified) clearErrors('email')
  }, [isNowVerified, clearErrors])

  const submit = async (json: EntryRequest) => {
    if (save.isPending) return
    if (asksEmail && !verification.verified && !(await verification.check()))
      return setError('email', { message: EMAIL_UNVERIFIED }, { shouldFocus: true })
    save.mutate(json)
  }
  const errorAt = (name: Path<WaitingDraft>) => form.getFieldState(name, formState).error?.message
  const isShownAtFields = Object.keys(fieldsOf(save.error)).length > 0
  return {
    form,
    errorAt,
    asksEmail,
    verification,
    submit: form.handleSubmit(submit),
    isSaving: save.isPending,
    problem: save.error && !isShownAtFields && failureText(save.error, 'Das hat nicht geklappt.').title,
    canRetry: !isRefusal(save.error),
  }
}
