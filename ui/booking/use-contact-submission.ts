import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Contact } from '../../src/shared/contact/contact.ts'
import type { FieldErrors } from '../../src/shared/field-errors.ts'
import { EMAIL_UNVERIFIED } from '../../src/shared/messages.de.ts'
import { fieldErrorsOf, hasCode } from '../api/http.ts'
import type { Service } from '../api/public.ts'
import { isRefusal } from '../api/query-client.tsx'
import { focusFirstInvalid, focusInMiddle } from '../components/focus.ts'
import { useClearedEmailError } from '../patient/verification/use-cleared-email-error.ts'
import type { EmailVerification } from '../patient/verification/use-email-verification.ts'
import { EMPTY_CONTACT_DRAFT } from './contact/contact-draft.ts'
import type { ContactDraftForm } from './contact/use-contact-form.ts'
import { answersTo, hasQuestions } from './questions/answer-draft.ts'
import type { CheckAnswers } from './questions/questions-and-answers.tsx'
import { useHoldExpiry } from './use-hold-expiry.ts'
import { usePlaceHold } from './use-place-hold.ts'
import type { StepProps } from './use-wizard.ts'
import { hasLostTime } from './wizard/wizard.ts'

const INCOMPLETE = 'Bitte füllen Sie alle Pflichtfelder aus und verifizieren Sie Ihre E-Mail.'
const TIME_LOST = 'Bitte wählen Sie einen neuen Termin.'

type ContactSubmissionOptions = Pick<StepProps, 'wizard' | 'dispatch' | 'answers'> & {
  /** The chosen service; undefined while the services are loading, or if they could not be loaded. */
  service: Service | undefined
  form: ContactDraftForm
  verification: EmailVerification
}

/**
 * Sends step 4: `submit` checks the contact, the answers and the verification of the e-mail, and then places
 * the hold. `problem` or else `refusal` says why "Weiter" does not go on.
 */
export function useContactSubmission(options: ContactSubmissionOptions) {
  const { wizard, dispatch, answers, service, form, verification } = options
  const { slot } = wizard
  const isTimeLost = hasLostTime(wizard)
  const placing = usePlaceHold(wizard, dispatch)
  useHoldExpiry(wizard.hold, placing.isPending, dispatch)
  useClearedEmailError(form, verification.isVerified)

  const formElementRef = useRef<HTMLFormElement>(null)
  /** The element around the choice of a new time, which is shown when the hold has run out. */
  const newTimeBoxRef = useRef<HTMLDivElement>(null)
  /** The check of the questions' own form; null for a service without questions. */
  const checkAnswersRef = useRef<CheckAnswers>(null)
  const [areAnswersFaulty, setAnswersFaulty] = useState(false)
  /** Whether the last press of "Weiter" found the form incomplete. */
  const [wasIncomplete, setWasIncomplete] = useState(false)
  const isSendingRef = useRef(false)

  /** Says that the form is incomplete, and leads to the first faulty field. */
  const showIncomplete = () => {
    if (!verification.isVerified && !form.errorAt('email')) form.addErrors({ email: EMAIL_UNVERIFIED })
    setWasIncomplete(true)
    focusFirstInvalid(formElementRef.current)
  }
  /** Places the hold, unless the e-mail address turns out to be unverified. */
  const verifyAndPlaceHold = async (checked: Contact) => {
    if (!slot) return
    if (!verification.isVerified && !(await verification.check())) return showIncomplete()
    setWasIncomplete(false)
    await placing.mutateAsync({
      contact: checked,
      answers: answersTo(service, answers.current),
      slot,
      service,
    })
  }
  /** Shows the errors of single fields at these. All other errors are shown by `problem`. */
  const showRefusal = async (error: unknown) => {
    if (hasCode(error, 'email_unverified')) await verification.check()
    if (!hasFieldErrors(error)) return
    form.addErrors(fieldErrorsIn(error))
    showIncomplete()
  }
  /** Places the hold once, however often the button is pressed meanwhile. */
  const send = async (checked: Contact) => {
    // A second press may come before the button is rendered busy.
    if (isSendingRef.current) return
    isSendingRef.current = true
    await verifyAndPlaceHold(checked)
      .catch(showRefusal)
      .finally(() => {
        isSendingRef.current = false
      })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isTimeLost) return focusInMiddle(newTimeBoxRef.current?.querySelector('button'))
    // Answers and contact are both checked before anything is sent, so that all errors show at once.
    const areAnswersRight = !hasQuestions(service) || checkAnswersRef.current?.()
    const checked = form.check()
    if (areAnswersRight && checked) await send(checked)
    else showIncomplete()
  }

  const hasErrors = Object.keys(form.errors).length > 0 || areAnswersFaulty || !verification.isVerified
  const isIncomplete = wasIncomplete && hasErrors
  useErrorInTitle(isIncomplete)
  const problem = () => {
    if (isTimeLost) return TIME_LOST
    return isIncomplete ? INCOMPLETE : undefined
  }
  return {
    formElement: formElementRef,
    newTimeBox: newTimeBoxRef,
    checkAnswers: checkAnswersRef,
    setAnswersFaulty,
    submit,
    isPlacing: placing.isPending,
    problem: problem(),
    refusal: placing.error && !hasFieldErrors(placing.error) ? placing.error : undefined,
    canRetry: !isTimeLost && !isIncomplete && !isRefusal(placing.error),
  }
}

/** Returns the server's messages for those fields that this form has. */
function fieldErrorsIn(error: unknown): FieldErrors {
  const errors = Object.entries(fieldErrorsOf(error)).filter(([name]) => name in EMPTY_CONTACT_DRAFT)
  return Object.fromEntries(errors)
}

function hasFieldErrors(error: unknown): boolean {
  return Object.keys(fieldErrorsIn(error)).length > 0
}

/** Marks the page's title while the form has errors: screen readers and the list of tabs read it first. */
function useErrorInTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return
    const { title } = document
    document.title = `Fehler: ${title}`
    return () => {
      document.title = title
    }
  }, [hasErrors])
}
