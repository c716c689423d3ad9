import { ArrowRight, CalendarCheck } from 'lucide-react'
import { QueryProvider } from '../api/query-client.tsx'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../components/button.tsx'
import { PageHeading } from '../page/page-heading.tsx'
import { PrivacySentence } from '../page/privacy-sentence.tsx'
import { SelectionSummary } from '../patient/selection-summary.tsx'
import { useEmailVerification } from '../patient/verification/use-email-verification.ts'
import { ContactFields } from './contact/contact-fields.tsx'
import { RememberField } from './contact/remember-field.tsx'
import { ContactFormContext, useContactForm } from './contact/use-contact-form.ts'
import { NewTime } from './new-time.tsx'
import { WithQuestionCode } from './questions/with-question-code.tsx'
import { Refusal } from './refusal.tsx'
import { HoldCountdown } from './review/hold-countdown.tsx'
import { useContactSubmission } from './use-contact-submission.ts'
import { useChosenService } from './use-services.ts'
import type { StepProps } from './use-wizard.ts'
import { STEPS } from './wizard/wizard.ts'

/** Step 4: asks for the patient's data, and reserves the time. */
export function StepContact(props: StepProps) {
  return (
    <QueryProvider>
      <ContactStep {...props} />
    </QueryProvider>
  )
}

function ContactStep({ wizard, dispatch, contact, answers }: StepProps) {
  const { hold, slot, remember } = wizard
  const service = useChosenService(wizard.serviceId, dispatch)
  const { form, changeRemember, forget } = useContactForm(contact, remember, dispatch)
  const verification = useEmailVerification(form.draft.email)
  const submission = useContactSubmission({ wizard, dispatch, answers, service, form, verification })
  return (
    <ContactFormContext value={form}>
      <PageHeading
        lead={
          <>
            Bitte füllen Sie alle Felder aus. <PrivacySentence />
          </>
        }
      >
        Ihre Daten
      </PageHeading>
      {hold && <HoldCountdown hold={hold} dispatch={dispatch} />}
      <div ref={submission.newTimeBox}>
        <NewTime wizard={wizard} dispatch={dispatch} />
      </div>
      <form
        ref={submission.formElement}
        className="stack gap-5"
        noValidate
        onSubmit={(event) => void submission.submit(event)}
      >
        <ContactFields verification={verification} />
        <WithQuestionCode service={service}>
          {({ QuestionFields }, askingService) => (
            <QuestionFields
              service={askingService}
              answers={answers}
              onFaulty={submission.setAnswersFaulty}
              ref={submission.checkAnswers}
            />
          )}
        </WithQuestionCode>
        <RememberField remember={remember} onChange={changeRemember} onForget={forget} />
        <ActionBar
          problem={
            submission.problem ??
            (submission.refusal && <Refusal error={submission.refusal} fallback="Hold fehlgeschlagen" />)
          }
          canRetry={submission.canRetry}
          icon={<CalendarCheck />}
          chosen={<SelectionSummary label={service?.name} start={slot?.start} />}
          onBack={() => dispatch({ type: 'step requested', step: STEPS.slot })}
          main={
            <Button kind="primary" type="submit" busy={submission.isPlacing} busyText="Wird reserviert …">
              Weiter
              <ArrowRight />
            </Button>
          }
        />
      </form>
    </ContactFormContext>
  )
}
