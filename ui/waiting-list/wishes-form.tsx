import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormProvider, type UseFormRegisterReturn } from 'react-hook-form'
import { ResourceWish } from '../booking/resource-wish.tsx'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../components/button.tsx'
import { Field, TextInput } from '../components/field.tsx'
import { PrivacySentence } from '../page/privacy-sentence.tsx'
import { EmailVerificationField } from '../patient/verification/email-verification-field.tsx'
import type { EmailVerification } from '../patient/verification/use-email-verification.ts'
import { WishesFields } from '../patient/waiting-list/wishes-fields.tsx'
import { useWishesForm } from './use-wishes-form.ts'
import type { WishesInput } from './wishes-draft.ts'

type WishesFormProps = WishesInput & {
  /** The id of the one who has the appointment. */
  ownResource?: string | undefined
  /** Beside the button: for what the patient waits. */
  subject: ReactNode
  onBack: () => void
  onDone: (id: string) => void
}

/** The form for the wishes of a patient on the waiting list. */
export function WishesForm({ ownResource, subject, onBack, onDone, ...input }: WishesFormProps) {
  const { entry, weekdays, resources, ownDay } = input
  const { form, errorAt, asksEmail, verification, submit, isSaving, problem, canRetry } = useWishesForm(
    input,
    onDone,
  )
  return (
    <FormProvider {...form}>
      <form className="stack gap-5" noValidate onSubmit={submit}>
        <ResourceWish
          resources={resources?.length ? resources : undefined}
          chosen={form.watch('resource') ?? ownResource}
          offersAny={ownResource === undefined}
          onChoose={(id) => form.setValue('resource', id === ownResource ? null : (id ?? null))}
        />
        <WishesFields form={{ ...form, errorAt }} latest={ownDay} weekdays={weekdays} />
        {asksEmail && (
          <EmailFields field={form.register('email')} error={errorAt('email')} verification={verification} />
        )}
        <ActionBar
          problem={problem}
          canRetry={canRetry}
          icon={<BellRing />}
          chosen={subject}
          onBack={onBack}
          main={
            <Button kind="primary" type="submit" wide busy={isSaving} busyText="Einen Moment …">
              {entry ? 'Wünsche speichern' : 'Auf die Warteliste'}
            </Button>
          }
        />
      </form>
    </FormProvider>
  )
}

type EmailFieldsProps = {
  field: UseFormRegisterReturn
  error: string | undefined
  verification: EmailVerification
}

/** Asks for the e-mail with its verification, and says what becomes of it. */
function EmailFields({ field, error, verification }: EmailFieldsProps) {
  return (
    <>
      <Field label="E-Mail" error={error} required>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field}
        />
      </Field>
      <EmailVerificationField verification={verification} />
      <p className="muted small">
        <PrivacySentence />
      </p>
    </>
  )
}
