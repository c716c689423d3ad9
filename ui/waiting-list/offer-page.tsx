import type { OfferAnswer } from '../../src/shared/waiting-list.ts'
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
 * page answers nothing; only its buttons do.
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
      <QueryState query={query} missing="Dieses Angebot gibt es nicht mehr." />
    </>
  )
}

/** Shows the offer as it stands: open, taken but not booked yet, or answered. */
function Offer({ offer }: { offer: OfferAnswer }) {
  const { booking } = offer
  const choice = useOfferChoice(offer)
  const now = useNow()
  // While the choice is on its way, the server decides whether it was in time.
  const isOver = now >= Date.parse(offer.until) && !choice.isPending
  const hold = offer.hold && now < Date.parse(offer.hold.expires_at) ? offer.hold : null
  const isUnbooked = offer.status === 'taken' && !booking && !offer.booked_id
  // A time that was taken without an appointment can be held again until the offer would have ended.
  const awaitsPatient = offer.status === 'open' || (isUnbooked && !hold)
  const status = isOver && awaitsPatient ? 'expired' : offer.status

  if (status === 'open') return <OpenOffer offer={offer} choice={choice} />
  if (status === 'taken' && isUnbooked) return <UnbookedOffer offer={offer} choice={choice} hold={hold} />
  return <AnsweredOffer offer={offer} status={status} />
}
