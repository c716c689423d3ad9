import type { OfferAnswer } from '../../src/shared/waiting-list-answers.ts'
import { isNotFound } from '../api/refusals.ts'
import { useNow } from '../api/server-clock.ts'
import { TitledHeading } from '../page/page-heading.tsx'
import { PatientPage } from '../patient/patient-page.tsx'
import { QueryState } from '../patient/query-state.tsx'
import { useOffer } from '../patient/waiting-list/use-waiting-list.ts'
import { AnsweredOffer, OpenOffer, UnbookedOffer } from './offer-states.tsx'
import { OFFER_HEADING } from './offer-texts.ts'
import { useOfferChoice } from './use-offer-choice.ts'

const NOT_FOUND = 'Angebot nicht gefunden'

/**
 * Shows the page /patient/offer: a free time that is offered to a patient on the waiting list. Opening the
 * page does not answer the offer; only its buttons do.
 */
export function OfferPage() {
  return (
    <PatientPage heading={OFFER_HEADING} narrow>
      {(id) => <OfferById id={id} />}
    </PatientPage>
  )
}

function OfferById({ id }: { id: string }) {
  const query = useOffer(id)
  const offer = query.data
  if (offer) return <Offer offer={offer} />
  return (
    <>
      <TitledHeading>{isNotFound(query.error) ? NOT_FOUND : OFFER_HEADING}</TitledHeading>
      <QueryState query={query} notFoundSentence="Dieses Angebot gibt es nicht mehr." />
    </>
  )
}

/** Shows the offer in its present state: open, taken but not booked yet, or answered. */
function Offer({ offer }: { offer: OfferAnswer }) {
  const choice = useOfferChoice(offer)
  const now = useNow()
  const hold = offer.hold && now < Date.parse(offer.hold.expires_at) ? offer.hold : null
  // While the choice is on its way, the server decides whether it was in time.
  const hasEnded = now >= Date.parse(offer.until) && !choice.isPending

  if (hasEnded && awaitsPatient(offer, hold)) return <AnsweredOffer offer={offer} status="expired" />
  if (offer.status === 'open') return <OpenOffer offer={offer} choice={choice} />
  if (isUnbooked(offer)) return <UnbookedOffer offer={offer} choice={choice} hold={hold} />
  return <AnsweredOffer offer={offer} status={offer.status} />
}

/**
 * Returns whether the patient can still act. A time that was taken without an appointment can be held again
 * until the offer would have ended.
 */
function awaitsPatient(offer: OfferAnswer, hold: OfferAnswer['hold']): boolean {
  return offer.status === 'open' || (isUnbooked(offer) && !hold)
}

/** Returns whether a patient without an appointment has taken the time, but not booked it yet. */
function isUnbooked({ status, booking, booked_id }: OfferAnswer): boolean {
  return status === 'taken' && !booking && !booked_id
}
