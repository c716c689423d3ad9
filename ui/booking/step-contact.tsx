import { ArrowRight, CalendarCheck } from 'lucide-react'
import { QueryProvider } from '../api/query-client.tsx'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../components/button.tsx'
import { PageHeading } from '../page/page-heading.tsx'
import { PrivacySentence } from '../page/privacy-sentence.tsx'
import { SelectionSummary } from '../patient/selection-summary.tsx'
import { ContactFields } from './contact/contact-fields.tsx'
import { RememberField } from './contact/remember-field.tsx'
import { ContactFormContext } from './contact/use-contact-form.ts'
import { NewTime } from './new-time.tsx'
import { Questions } from './questions/questions.tsx'
import { HoldCountdown } from './review/hold-countdown.tsx'
import { useContactStep } from './use-contact-step.ts'
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

function ContactStep(props: StepProps) {
  const { wizard, dispatch, answers } = props
  const { hold, slot, remember } = wizard
  const step = useContactStep(props)
  const { form, service, verification } = step
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
      <div ref={step.newTimeBox}>
        <NewTime wizard={wizard} dispatch={dispatch} />
      </div>
      <form
        ref={step.formElement}
        className="stack gap-5"
        noValidate
        onSubmit={(event) => void step.submit(event)}
      >
        <ContactFields verification={verification} />
        <Questions service={service}>
          {({ QuestionFields }, askingService) => (
            <QuestionFields
              service={askingService}
              answers={answers}
              onFaulty={step.setAnswersFaulty}
              ref={step.checkAnswers}
            />
          )}
        </Questions>
        <RememberField remember={remember} onChange={step.changeRemember} onForget={step.forget} />
        <ActionBar
          problem={step.problem}
          canRetry={step.canRetry}
          icon={<CalendarCheck />}
          chosen={<SelectionSummary service={service} slot={slot} />}
          onBack={() => dispatch({ type: 'step requested', step: STEPS.slot })}
          main={
            <Button kind="primary" type="submit" busy={step.isPlacing} busyText="Wird reserviert …">
              Weiter
              <ArrowRight />
            </Button>
          }
        />
      </form>
    </ContactFormContext>
  )
}
