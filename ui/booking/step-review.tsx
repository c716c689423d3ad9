import { CalendarCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Contact } from '../../src/shared/contact/contact.ts'
import { isRefusal, QueryProvider } from '../api/query-client.tsx'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../components/button.tsx'
import { PageHeading } from '../page/page-heading.tsx'
import { browserStorage } from '../patient/browser-storage.ts'
import { SelectionSummary } from '../patient/selection-summary.tsx'
import { recallDraft } from './contact/draft-storage.ts'
import { readContact } from './contact/use-contact-form.ts'
import { WithQuestionCode } from './questions/with-question-code.tsx'
import { Refusal } from './refusal.tsx'
import { BotCheck } from './review/bot-check.tsx'
import { ContactCard } from './review/contact-card.tsx'
import { HoldCountdown } from './review/hold-countdown.tsx'
import { SlotCard } from './review/slot-card.tsx'
import { TermsConsent } from './review/terms-consent.tsx'
import { useReviewStep } from './use-review-step.ts'
import type { StepProps } from './use-wizard.ts'
import { STEPS } from './wizard/wizard.ts'

const NUMBER_MISSING =
  'Ihre Sozialversicherungsnummer merken wir uns zu Ihrem Schutz nicht. Bitte geben Sie sie noch einmal ein.'
const CONTACT_INCOMPLETE = 'Bitte ergänzen Sie Ihre Angaben. Ihr Termin bleibt inzwischen reserviert.'

/**
 * Step 5: shows everything that was chosen and entered, with consent, bot check and the binding button. If
 * the contact is no longer complete, the wizard goes back to step 4.
 */
export function StepReview(props: StepProps) {
  const { wizard, dispatch, contact } = props
  const [checkedDraft] = useState(() =>
    readContact(contact.current ?? recallDraft(browserStorage, wizard.remember, Date.now())),
  )

  // After a reload the contact comes back from the tab's storage, but never with the social security number.
  useEffect(() => {
    if (!checkedDraft.errors) return
    const [faultyField, ...furtherFields] = Object.keys(checkedDraft.errors)
    const lacksOnlyNumber = faultyField === 'svn4' && furtherFields.length === 0
    dispatch({ type: 'contact reopened', reason: lacksOnlyNumber ? NUMBER_MISSING : CONTACT_INCOMPLETE })
  }, [checkedDraft, dispatch])

  return checkedDraft.output ? (
    <QueryProvider>
      <Review {...props} checkedContact={checkedDraft.output} />
    </QueryProvider>
  ) : null
}

function Review({ checkedContact, ...props }: StepProps & { checkedContact: Contact }) {
  const { wizard, dispatch, answers } = props
  const { hold, slot } = wizard
  const { service, request, consent, token, botCheckNumber, receiveToken, submit } = useReviewStep(
    props,
    checkedContact,
  )
  if (!hold || !slot) return null
  // After a refusal the bot check runs anew. A disabled button would lose the focus meanwhile.
  const isBusy = request.isPending || (request.isError && token === undefined)
  /** Returns what is still missing, or else the choice. */
  const missingOrChosen = () => {
    if (!consent.isAccepted)
      return (
        <Button kind="link" onClick={consent.leadToConsent}>
          Noch ein Haken
        </Button>
      )
    if (token) return <SelectionSummary label={service?.name} start={slot.start} />
    return `Die Sicherheitsprüfung ${token === null ? 'fehlt noch.' : 'läuft …'}`
  }
  return (
    <form noValidate onSubmit={submit}>
      <PageHeading>Stimmt alles?</PageHeading>
      <HoldCountdown hold={hold} dispatch={dispatch} />
      <div className="stack gap-5">
        <SlotCard slot={slot} service={service} resourceName={hold.resource} dispatch={dispatch} />
        <ContactCard contact={checkedContact} dispatch={dispatch} />
        <WithQuestionCode service={service}>
          {({ AnswersCard }, askingService) => (
            <AnswersCard service={askingService} answers={answers} dispatch={dispatch} />
          )}
        </WithQuestionCode>
        {/* The consent stands last, beside the button to which it belongs. */}
        <div ref={consent.consentBox}>
          <TermsConsent
            isAccepted={consent.isAccepted}
            isMissing={consent.isMissing}
            onChange={consent.setAccepted}
          />
        </div>
        <BotCheck key={botCheckNumber} onToken={receiveToken} />
      </div>
      <ActionBar
        problem={request.error && <Refusal error={request.error} fallback="Buchung fehlgeschlagen" />}
        canRetry={!!token && !isRefusal(request.error)}
        icon={<CalendarCheck />}
        chosen={missingOrChosen()}
        onBack={() => dispatch({ type: 'step requested', step: STEPS.contact })}
        main={
          <Button
            kind="primary"
            type="submit"
            disabled={!token && !isBusy}
            busy={isBusy}
            busyText={request.isPending ? 'Wird reserviert …' : 'Wird geprüft …'}
          >
            Verbindlich reservieren
          </Button>
        }
      />
    </form>
  )
}
