import { CalendarCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { cutOffText } from '../../src/shared/booking.ts'
import type { Contact } from '../../src/shared/contact/contact.ts'
import { CONSENT_REQUIRED } from '../../src/shared/messages.de.ts'
import { ApiError, failureText, hasCode } from '../api/http.ts'
import { isRefusal, QueryProvider } from '../api/query-client.tsx'
import { useCancelHours, usePractice } from '../api/status.ts'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/field.tsx'
import { focusInMiddle } from '../components/focus.ts'
import { telLink, webLink } from '../components/links.ts'
import { NewWindowLink } from '../page/page-frame.tsx'
import { PageHeading } from '../page/page-heading.tsx'
import { browserStorage } from '../patient/browser-storage.ts'
import { SelectionSummary } from '../patient/selection-summary.tsx'
import { recallDraft } from './contact/contact-draft.ts'
import { readContact } from './contact/use-contact-form.ts'
import { answersTo, hasQuestions } from './questions/answer-draft.ts'
import { Questions } from './questions/questions.tsx'
import { AppointmentCard } from './review/appointment-card.tsx'
import { BotCheck } from './review/bot-check.tsx'
import { ContactCard } from './review/contact-card.tsx'
import { HoldCountdown } from './review/hold-countdown.tsx'
import { useRequestBooking } from './review/use-request-booking.ts'
import { useHoldExpiry } from './use-hold-expiry.ts'
import { useChosenService } from './use-services.ts'
import type { StepProps } from './use-wizard.ts'
import { STEPS } from './wizard/wizard.ts'

const NUMBER_AGAIN =
  'Ihre Sozialversicherungsnummer merken wir uns zu Ihrem Schutz nicht. Bitte geben Sie sie noch einmal ein.'
const COMPLETE = 'Bitte ergänzen Sie Ihre Angaben. Ihr Termin bleibt inzwischen reserviert.'

/** Step 5: review of everything, consent, bot check and the binding button. */
export function StepReview(props: StepProps) {
  const { wizard, dispatch, contact } = props
  const [checked] = useState(() =>
    readContact(contact.current ?? recallDraft(browserStorage, wizard.remember, Date.now())),
  )

  // After a reload the contact comes back from the tab's storage, but never with the social security number.
  useEffect(() => {
    if (!checked.errors) return
    const [only, ...others] = Object.keys(checked.errors)
    dispatch({
      type: 'contact reopened',
      reason: only === 'svn4' && others.length === 0 ? NUMBER_AGAIN : COMPLETE,
    })
  }, [checked, dispatch])

  return checked.output ? (
    <QueryProvider>
      <Review {...props} checked={checked.output} />
    </QueryProvider>
  ) : null
}

function Review({ wizard, dispatch, contact, answers, checked }: StepProps & { checked: Contact }) {
  const { hold, slot } = wizard
  const service = useChosenService(wizard.serviceId, dispatch)
  const [accepted, setAccepted] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const [token, setToken] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const isSending = useRef(false)
  const isRepeated = useRef(false)
  const consent = useRef<HTMLDivElement>(null)

  // A refused booking has used up the bot check's token, which works only once.
  const resetBotCheck = () => {
    isSending.current = false
    setToken(undefined)
    setAttempt((before) => before + 1)
  }
  const request = useRequestBooking(wizard, dispatch, contact, resetBotCheck)
  useHoldExpiry(hold, request.isPending, dispatch)

  const send = (solved: string | undefined) => {
    if (!accepted || !solved || !hold || (hasQuestions(service) && !answers.current) || isSending.current)
      return
    isSending.current = true
    request.mutate({
      hold,
      contact: checked,
      answers: answersTo(service, answers.current),
      token: solved,
      service,
    })
  }
  const leadToConsent = () => focusInMiddle(consent.current?.querySelector('input'))
  const book = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!accepted) leadToConsent()
    isRepeated.current = false
    send(token)
  }
  // When the server wants a harder check, its solution sends the booking again without a press, but only
  // once.
  const receive = (solved: string | undefined) => {
    setToken(solved)
    const isRefused = hasCode(request.error, 'bot_check_failed')
    if (!solved || !isRefused || isRepeated.current) return
    isRepeated.current = true
    send(solved)
  }

  if (!hold || !slot) return null
  const consentLink = (
    <Button kind="link" onClick={leadToConsent}>
      Noch ein Haken
    </Button>
  )
  const summary =
    token === undefined ? (
      'Die Sicherheitsprüfung läuft …'
    ) : (
      <SelectionSummary service={service} slot={slot} />
    )
  return (
    <form noValidate onSubmit={book}>
      <PageHeading>Stimmt alles?</PageHeading>
      <HoldCountdown hold={hold} dispatch={dispatch} />
      <div className="stack gap-5">
        <AppointmentCard slot={slot} service={service} resource={hold.resource} dispatch={dispatch} />
        <ContactCard contact={checked} dispatch={dispatch} />
        <Questions service={service}>
          {({ AnswersCard }, asking) => (
            <AnswersCard service={asking} answers={answers} dispatch={dispatch} />
          )}
        </Questions>
        {/* The consent stands last, beside the button to which it belongs. */}
        <div ref={consent}>
          <TermsConsent accepted={accepted} missing={isSubmitted && !accepted} onChange={setAccepted} />
        </div>
        <BotCheck key={attempt} onToken={receive} />
      </div>
      <ActionBar
        problem={request.error && <RequestError error={request.error} />}
        canRetry={token !== undefined && !isRefusal(request.error)}
        icon={<CalendarCheck />}
        chosen={accepted ? summary : consentLink}
        onBack={() => dispatch({ type: 'step requested', step: STEPS.contact })}
        main={
          <Button
            kind="primary"
            type="submit"
            disabled={token === undefined && !request.isPending}
            busy={request.isPending}
            busyText="Wird reserviert …"
          >
            Verbindlich reservieren
          </Button>
        }
      />
    </form>
  )
}

function RequestError({ error }: { error: Error }) {
  const { phone } = usePractice()
  const isClosed = error instanceof ApiError && error.status === 503
  return (
    <>
      {failureText(error, 'Buchung fehlgeschlagen').title}{' '}
      {isClosed && phone && <a href={telLink(phone)}>{phone}</a>}
    </>
  )
}

type TermsConsentProps = { accepted: boolean; missing: boolean; onChange: (accepted: boolean) => void }

/** Shows the consent with the terms in short, and a link to them on the practice's site. */
function TermsConsent({ accepted, missing, onChange }: TermsConsentProps) {
  const terms = webLink(usePractice().terms)
  const until = cutOffText(useCancelHours())
  return (
    <Checkbox
      checked={accepted}
      aria-required
      onChange={(event) => onChange(event.target.checked)}
      error={missing ? CONSENT_REQUIRED : undefined}
      help={`Wir sind eine Wahlarztordination. Die Buchung ist verbindlich. Absagen können Sie ${until}.`}
    >
      Ich akzeptiere die{' '}
      {terms ? <NewWindowLink href={terms}>Terminbedingungen</NewWindowLink> : 'Terminbedingungen'}.
    </Checkbox>
  )
}
