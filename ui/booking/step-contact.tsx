import { ArrowRight, CalendarCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Contact, REMEMBERED_DAYS } from '../../src/shared/contact/contact.ts'
import type { FieldErrors } from '../../src/shared/field-errors.ts'
import { EMAIL_UNVERIFIED } from '../../src/shared/messages.de.ts'
import { failureText, fieldsOf } from '../api/http.ts'
import { isRefusal, QueryProvider } from '../api/query-client.tsx'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/field.tsx'
import { focusFirstInvalid, focusInMiddle } from '../components/focus.ts'
import { PageHeading } from '../page/page-heading.tsx'
import { PrivacySentence } from '../page/privacy-sentence.tsx'
import { SelectionSummary } from '../patient/selection-summary.tsx'
import { useEmailVerification } from '../patient/verification/use-email-verification.ts'
import { EMPTY_CONTACT_DRAFT } from './contact/contact-draft.ts'
import { ContactFields } from './contact/contact-fields.tsx'
import { ContactFormContext, useContactForm } from './contact/use-contact-form.ts'
import { NewTime } from './new-time.tsx'
import { answersTo, hasQuestions } from './questions/answer-draft.ts'
import type { CheckAnswers } from './questions/question-parts.tsx'
import { Questions } from './questions/questions.tsx'
import { HoldCountdown } from './review/hold-countdown.tsx'
import { useHoldExpiry } from './use-hold-expiry.ts'
import { usePlaceHold } from './use-place-hold.ts'
import { useChosenService } from './use-services.ts'
import type { StepProps } from './use-wizard.ts'
import { hasLostTime, STEPS } from './wizard/wizard.ts'

const INCOMPLETE = 'Bitte füllen Sie alle Pflichtfelder aus und verifizieren Sie Ihre E-Mail.'
const TIME_LOST = 'Bitte wählen Sie einen neuen Termin.'

/** Step 4: the patient's data. */
export function StepContact(props: StepProps) {
  return (
    <QueryProvider>
      <ContactStep {...props} />
    </QueryProvider>
  )
}

function ContactStep({ wizard, dispatch, contact, answers }: StepProps) {
  const { slot, remember } = wizard
  const service = useChosenService(wizard.serviceId, dispatch)
  const { form, changeRemember, forget } = useContactForm(contact, remember, dispatch)
  const verification = useEmailVerification(form.draft.email)
  const place = usePlaceHold(wizard, dispatch)
  useHoldExpiry(wizard.hold, place.isPending, dispatch)
  const page = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const isLost = hasLostTime(wizard)
  const newTime = useRef<HTMLDivElement>(null)
  const [blocked, setBlocked] = useState(false)
  const checkAnswers = useRef<CheckAnswers>(null)
  const [unanswered, setUnanswered] = useState(false)
  const { errors, clearError } = form

  const onlyUnverified = verification.verified && errors.email === EMAIL_UNVERIFIED
  useEffect(() => {
    if (onlyUnverified) clearError('email')
  }, [onlyUnverified, clearError])

  const block = () => {
    if (!verification.verified && !form.errorAt('email')) form.addErrors({ email: EMAIL_UNVERIFIED })
    setBlocked(true)
    focusFirstInvalid(page.current)
  }
  const submit = async (checked: Contact) => {
    // A second press may come before the button is rendered busy.
    if (!slot || isSending.current) return
    isSending.current = true
    try {
      if (!verification.verified && !(await verification.check())) return block()
      setBlocked(false)
      await place.mutateAsync({
        contact: checked,
        answers: answersTo(service, answers.current),
        slot,
        service,
      })
    } catch (error) {
      const fieldErrors = fieldErrorsIn(error)
      if (Object.keys(fieldErrors).length === 0) return
      form.addErrors(fieldErrors)
      block()
    } finally {
      isSending.current = false
    }
  }

  // Answers and contact are both checked before anything is sent, so that all errors show at once.
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isLost) return focusInMiddle(newTime.current?.querySelector('button'))
    const answered = !hasQuestions(service) || checkAnswers.current?.()
    const checked = form.check()
    if (answered && checked) await submit(checked)
    else block()
  }

  const isIncomplete = blocked && (Object.keys(errors).length > 0 || unanswered || !verification.verified)
  const isRefused = place.error && Object.keys(fieldErrorsIn(place.error)).length === 0
  const problem = () => {
    if (isLost) return TIME_LOST
    if (isIncomplete) return INCOMPLETE
    return isRefused ? failureText(place.error, 'Hold fehlgeschlagen').title : undefined
  }
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
      {wizard.hold && <HoldCountdown hold={wizard.hold} dispatch={dispatch} />}
      <div ref={newTime}>
        <NewTime wizard={wizard} dispatch={dispatch} />
      </div>
      <form ref={page} className="stack gap-5" noValidate onSubmit={(event) => void send(event)}>
        <ContactFields verification={verification} />
        <Questions service={service}>
          {({ QuestionFields }, asking) => (
            <QuestionFields service={asking} answers={answers} onFaulty={setUnanswered} ref={checkAnswers} />
          )}
        </Questions>
        <RememberField remember={remember} onChange={changeRemember} onForget={forget} />
        <ActionBar
          problem={problem()}
          canRetry={!isLost && !isIncomplete && !isRefusal(place.error)}
          icon={<CalendarCheck />}
          chosen={<SelectionSummary service={service} slot={slot} />}
          onBack={() => dispatch({ type: 'step requested', step: STEPS.slot })}
          main={
            <Button kind="primary" type="submit" busy={place.isPending} busyText="Wird reserviert …">
              Weiter
              <ArrowRight />
            </Button>
          }
        />
      </form>
    </ContactFormContext>
  )
}

/** Returns the server's messages for fields of this form. */
function fieldErrorsIn(error: unknown): FieldErrors {
  const errors = Object.entries(fieldsOf(error)).filter(([name]) => name in EMPTY_CONTACT_DRAFT)
  return Object.fromEntries(errors)
}

type RememberFieldProps = {
  remember: boolean
  onChange: (remember: boolean) => void
  onForget: () => void
}

/** "Auf diesem Gerät merken" with an explanation and a button that deletes what is stored. */
function RememberField({ remember, onChange, onForget }: RememberFieldProps) {
  const [forgotten, setForgotten] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  return (
    <Checkbox
      ref={box}
      checked={remember}
      onChange={(event) => {
        setForgotten(false)
        onChange(event.target.checked)
      }}
      help={
        <>
          {REMEMBERED_DAYS} Tage, ohne Sozialversicherungsnummer.
          {remember && (
            <div className="mt-2">
              <Button
                kind="link"
                onClick={() => {
                  onForget()
                  setForgotten(true)
                  // The pressed button, which had the focus, is gone.
                  box.current?.focus()
                }}
              >
                Gespeicherte Daten löschen
              </Button>
            </div>
          )}
          <span role="status">{forgotten && ' Auf diesem Gerät ist nichts mehr gespeichert.'}</span>
        </>
      }
    >
      Auf diesem Gerät merken
    </Checkbox>
  )
}
