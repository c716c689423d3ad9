import { BellRing } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Day } from '../../src/shared/day.ts'
import { ResourceWish } from '../booking/resource-wish.tsx'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../components/button.tsx'
import { Field, TextInput } from '../components/field.tsx'
import { PrivacySentence } from '../page/privacy-sentence.tsx'
import type { DraftForm } from '../patient/use-draft.ts'
import { EmailVerificationField } from '../patient/verification/email-verification-field.tsx'
import type { EmailVerification } from '../patient/verification/use-email-verification.ts'
import { type FormOfWishes, WishDay, WishesFields } from '../patient/waiting-list/wishes-fields.tsx'
import type { EntryRequest } from './enter-waiting-list.ts'
import { useWishesForm } from './use-wishes-form.ts'
import type { WaitingDraft, WishesInput } from './wishes-draft.ts'

type WishesFormProps = WishesInput & {
  /** The id of the doctor or room that has the appointment; undefined without one. */
  ownResource?: string | undefined
  /** Says beside the button what the patient waits for. */
  subject: ReactNode
  onBack: () => void
  /** Called with the id of the saved entry. */
  onDone: (id: string) => void
}

/** Shows the form for the wishes of a patient on the waiting list. */
export function WishesForm({ ownResource, subject, onBack, onDone, ...input }: WishesFormProps) {
  const { entry, weekdays, resources, ownDay } = input
  const { form, element, asksEmail, verification, submit, isSaving, problem, canRetry } = useWishesForm(
    input,
    onDone,
  )
  return (
    <form ref={element} className="stack gap-5" noValidate onSubmit={(event) => void submit(event)}>
      <ResourceWish
        resources={resources?.length ? resources : undefined}
        chosenId={form.draft.resource ?? ownResource}
        offersAny={ownResource === undefined}
        // Choosing the doctor of the appointment is not a wish, because it is the default.
        onChoose={(id) => form.set({ resource: id === ownResource ? null : (id ?? null) })}
      />
      <WishesFields form={formOfWishes(form, ownDay)} weekdays={weekdays} />
      {asksEmail && <EmailFields form={form} verification={verification} />}
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
  )
}

/**
 * Adapts the form to `WishesFields`. A checkbox adds or removes its choice.
 * @param latest the last day that can be chosen
 */
function formOfWishes(
  { draft, errors, set }: DraftForm<WaitingDraft, EntryRequest>,
  latest: Day | undefined,
): FormOfWishes {
  return {
    draft,
    errorAt: (name) => errors[name],
    dayField: (name, label) => (
      <WishDay
        label={label}
        error={errors[name]}
        latest={latest}
        name={name}
        value={draft[name]}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    ),
    choiceInput: (name, choice) => ({
      name,
      checked: draft[name].includes(choice),
      onChange: ({ target }) => {
        const otherChoices = draft[name].filter((ticked) => ticked !== choice)
        set({ [name]: target.checked ? [...otherChoices, choice] : otherChoices })
      },
    }),
  }
}

type EmailFieldsProps = { form: DraftForm<WaitingDraft, EntryRequest>; verification: EmailVerification }

/** Asks for the e-mail address and verifies it, and links to what the practice does with the data. */
function EmailFields({ form, verification }: EmailFieldsProps) {
  const emailFieldRef = useRef<HTMLInputElement>(null)
  return (
    <>
      <Field label="E-Mail" error={form.errors.email} required>
        <TextInput
          ref={emailFieldRef}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={form.draft.email}
          onChange={({ target }) => form.set({ email: target.value })}
        />
      </Field>
      <EmailVerificationField verification={verification} form={form} emailField={emailFieldRef} />
      <p className="muted small">
        <PrivacySentence />
      </p>
    </>
  )
}
