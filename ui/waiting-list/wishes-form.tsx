import { useMutation } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { FormProvider, type Path, type Resolver, useForm } from 'react-hook-form'
import { safeParse } from 'valibot'
import type { Day } from '../../src/shared/day.ts'
import { fieldErrorsOf } from '../../src/shared/field-errors.ts'
import { EMAIL_UNVERIFIED } from '../../src/shared/messages.de.ts'
import type { NamedResource } from '../../src/shared/resource.ts'
import { type WaitingEntry, waitingSchema } from '../../src/shared/waiting-list.ts'
import { failureText, fieldsOf } from '../api/http.ts'
import { isRefusal } from '../api/query-client.tsx'
import { viennaToday } from '../api/server-clock.ts'
import { keepDraft, recallDraft } from '../booking/contact/contact-draft.ts'
import { ResourceWish } from '../booking/resource-wish.tsx'
import { loadWizard } from '../booking/wizard/storage.ts'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../components/button.tsx'
import { Field, TextInput } from '../components/field.tsx'
import { refused } from '../components/refused.ts'
import { PrivacySentence } from '../page/privacy-sentence.tsx'
import { browserStorage } from '../patient/browser-storage.ts'
import { EmailVerificationField } from '../patient/verification/email-verification-field.tsx'
import { useEmailVerification } from '../patient/verification/use-email-verification.ts'
import { refreshWaiting } from '../patient/waiting-list/use-waiting-list.ts'
import { defaultUntil, fromDraft, toDraft, type WishesDraft } from '../patient/waiting-list/wishes.ts'
import { WishesFields } from '../patient/waiting-list/wishes-fields.tsx'
import { type EntryRequest, enterWaitingList } from './enter-waiting-list.ts'

type WaitingDraft = WishesDraft & {
  email: string
  /** The id of the wished doctor or room; null for any, or for the one of the appointment. */
  resource: string | null
}

type WishesFormProps = {
  /**
   * The appointment to make earlier, or the service to wait for. For a service the form also asks for the
   * e-mail.
   */
  target: { booking_id: string } | { service_id: string }
  /** The present entry, if there is one. */
  entry: WaitingEntry | null | undefined
  /** The weekdays to choose from. */
  weekdays: readonly number[]
  /** Among whom the patient chooses; empty where there is one only, undefined while that is not known. */
  resources: readonly NamedResource[] | undefined
  /** The id of the one who has the appointment. */
  ownResource?: string | undefined
  /** The day of the appointment, which is the last day that can be chosen. */
  ownDay?: Day
  /** The subject of the entry, beside the button. */
  chosen: ReactNode
  onBack: () => void
  onDone: (id: string) => void
}

/** The form for the wishes of a patient on the waiting list. */
export function WishesForm({
  target,
  entry,
  weekdays,
  resources,
  ownResource,
  ownDay,
  chosen,
  onBack,
  onDone,
}: WishesFormProps) {
  const asksEmail = 'service_id' in target
  const today = viennaToday()
  const [start] = useState<WaitingDraft>(() => ({
    ...toDraft(entry ?? undefined, defaultUntil(ownDay, today), today),
    email: asksEmail ? recall().email : '',
    resource: wishOf(target, entry) ?? null,
  }))
  const form = useForm<WaitingDraft, unknown, EntryRequest>({
    defaultValues: start,
    resolver: resolverFor(target, weekdays, resources),
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

  const onlyUnverified = verification.verified && formState.errors.email?.message === EMAIL_UNVERIFIED
  useEffect(() => {
    if (onlyUnverified) clearErrors('email')
  }, [onlyUnverified, clearErrors])

  const submit = async (json: EntryRequest) => {
    if (save.isPending) return
    if (asksEmail && !verification.verified && !(await verification.check()))
      return setError('email', { message: EMAIL_UNVERIFIED }, { shouldFocus: true })
    save.mutate(json)
  }
  const errorAt = (name: Path<WaitingDraft>) => form.getFieldState(name, formState).error?.message
  const isAtFields = Object.keys(fieldsOf(save.error)).length > 0
  return (
    <FormProvider {...form}>
      <form className="stack gap-5" noValidate onSubmit={form.handleSubmit(submit)}>
        <ResourceWish
          resources={resources?.length ? resources : undefined}
          chosen={form.watch('resource') ?? ownResource}
          offersAny={ownResource === undefined}
          onChoose={(id) => form.setValue('resource', id === ownResource ? null : (id ?? null))}
        />
        <WishesFields form={{ ...form, errorAt }} latest={ownDay} weekdays={weekdays} />
        {asksEmail && (
          <>
            <Field label="E-Mail" error={errorAt('email')} required>
              <TextInput
                type="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                {...form.register('email')}
              />
            </Field>
            <EmailVerificationField verification={verification} />
            <p className="muted small">
              <PrivacySentence />
            </p>
          </>
        )}
        <ActionBar
          problem={save.error && !isAtFields && failureText(save.error, 'Das hat nicht geklappt.').title}
          canRetry={!isRefusal(save.error)}
          icon={<BellRing />}
          chosen={chosen}
          onBack={onBack}
          main={
            <Button kind="primary" type="submit" wide busy={save.isPending} busyText="Einen Moment …">
              {entry ? 'Wünsche speichern' : 'Auf die Warteliste'}
            </Button>
          }
        />
      </form>
    </FormProvider>
  )
}

function resolverFor(
  target: WishesFormProps['target'],
  weekdays: readonly number[],
  resources: WishesFormProps['resources'],
): Resolver<WaitingDraft, unknown, EntryRequest> {
  return ({ email, ...wishes }) => {
    const whom = 'service_id' in target ? { ...target, email } : target
    const schema = waitingSchema({ today: viennaToday() })
    const checked = safeParse(schema, {
      ...whom,
      ...fromDraft(wishes, weekdays),
      // One who is left alone cannot be wished for, and the form has no field for it.
      ...(resources?.length === 0 && { resource: null }),
    })
    if (checked.success) return { values: checked.output, errors: {} }
    return refused(fieldErrorsOf(checked.issues))
  }
}

/** Returns the wish of the entry; for a new one without an appointment that of step 3. */
function wishOf(target: WishesFormProps['target'], entry: WishesFormProps['entry']) {
  if (entry || 'booking_id' in target) return entry?.resource
  const { serviceId, resourceId } = loadWizard(browserStorage)
  return serviceId === target.service_id ? resourceId : undefined
}

/** Returns the contact draft that this browser remembers. */
function recall() {
  return recallDraft(browserStorage, loadWizard(browserStorage).remember ?? false, Date.now())
}

/** Stores the address in the contact draft, so that it need not be typed again in step 4. */
function keepEmail(email: string) {
  keepDraft(browserStorage, { ...recall(), email }, false, Date.now())
}
