import { CalendarCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Contact } from '../../src/shared/contact.ts'
import { ApiError } from '../api/http.ts'
import { ServerState } from '../api/query-client.tsx'
import { usePractice } from '../api/status.ts'
import { ActionBar } from '../components/action-bar.tsx'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { telLink } from '../components/links.ts'
import { PageHeading } from '../components/page-heading.tsx'
import { ChosenLine } from './chosen-line.tsx'
import { recallEntry } from './contact/contact-entry.ts'
import { checkEntry } from './contact/use-contact-form.ts'
import { failureText } from './failure-text.ts'
import { BotCheck } from './review/bot-check.tsx'
import { HoldLine } from './review/hold-line.tsx'
import { ReviewCard } from './review/review-card.tsx'
import { TermsConsent } from './review/terms-consent.tsx'
import { useConfirm } from './review/use-confirm.ts'
import type { StepProps } from './step-code.ts'
import styles from './step-review.module.css'
import { browserMemory } from './storage.ts'
import { useHoldExpiry } from './use-hold-expiry.ts'
import { useChosenService } from './use-services.ts'

const NUMBER_AGAIN =
  'Ihre Sozialversicherungsnummer merken wir uns zu Ihrem Schutz nicht. Bitte geben Sie sie noch einmal ein.'
const COMPLETE = 'Bitte ergänzen Sie Ihre Angaben. Ihr Termin bleibt inzwischen reserviert.'

/** Step 5: is all of it right? */
export function StepReview(props: StepProps) {
  const { wizard, send, contact } = props
  const [checked] = useState(() =>
    checkEntry(contact.current ?? recallEntry(browserMemory, wizard.remember, Date.now())),
  )

  // After a reload the contact comes back from the tab's storage, but never with the social security number.
  useEffect(() => {
    if ('contact' in checked) return
    const [only, ...others] = Object.keys(checked.faults)
    send({
      type: 'contact reopened',
      reason: only === 'svn4' && others.length === 0 ? NUMBER_AGAIN : COMPLETE,
    })
  }, [checked, send])

  return 'contact' in checked ? (
    <ServerState>
      <Review {...props} person={checked.contact} />
    </ServerState>
  ) : null
}

function Review({ wizard, send, contact, person }: StepProps & { person: Contact }) {
  const { hold, slot } = wizard
  const service = useChosenService(wizard.serviceId, send)
  const [accepted, setAccepted] = useState(false)
  const [termsMissing, setTermsMissing] = useState(false)
  const [token, setToken] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const underWay = useRef(false)

  // A token is spent with its first use, whatever came of it.
  const checkAnew = () => {
    underWay.current = false
    setToken(undefined)
    setAttempt((before) => before + 1)
  }
  const confirm = useConfirm(wizard, send, contact, checkAnew)
  useHoldExpiry(hold, confirm.isPending, send)

  const book = (event: FormEvent) => {
    event.preventDefault()
    setTermsMissing(!accepted)
    if (!accepted || !token || !hold || underWay.current) return
    underWay.current = true
    confirm.mutate({ hold, person, token, service })
  }

  if (!hold || !slot) return null
  return (
    <form noValidate onSubmit={book}>
      <PageHeading>Stimmt alles?</PageHeading>
      <HoldLine hold={hold} send={send} />
      <ReviewCard slot={slot} service={service} person={person} send={send} />
      <div className={styles.last}>
        <TermsConsent
          accepted={accepted}
          missing={termsMissing && !accepted}
          onChange={(now) => {
            setAccepted(now)
            setTermsMissing(false)
          }}
        />
        <BotCheck key={attempt} onToken={setToken} />
        {confirm.error && <Refusal error={confirm.error} />}
      </div>
      <ActionBar
        icon={<CalendarCheck />}
        chosen={<ChosenLine service={service} slot={slot} />}
        onBack={() => send({ type: 'step requested', step: 4 })}
        main={
          <Button
            kind="main"
            type="submit"
            disabled={token === undefined && !confirm.isPending}
            busy={confirm.isPending}
            busyText="Wird reserviert …"
          >
            Verbindlich reservieren
          </Button>
        }
      />
    </form>
  )
}

function Refusal({ error }: { error: Error }) {
  const { phone } = usePractice()
  const { title, detail } = failureText(error, 'Buchung fehlgeschlagen')
  const closed = error instanceof ApiError && error.status === 503
  return (
    <Banner tone="danger" role="alert" title={title}>
      {detail && <p>{detail}</p>}
      {closed && phone && (
        <p>
          Telefon: <a href={telLink(phone)}>{phone}</a>
        </p>
      )}
    </Banner>
  )
}
