import type { ReactNode } from 'react'
import { isStanding } from '../../src/shared/booking.ts'
import type { OfferAnswer, OfferedHold } from '../../src/shared/waiting-list-answers.ts'
import { viennaToday } from '../api/server-clock.ts'
import { HoldCountdown } from '../booking/review/hold-countdown.tsx'
import { ActionList } from '../components/action-list.tsx'
import { Banner } from '../components/banner.tsx'
import { DateTile } from '../page/date-tile.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { refreshWaitingList } from '../patient/waiting-list/use-waiting-list.ts'
import { offerEndText } from '../patient/waiting-list/wishes-text.ts'
import { ChoiceFailure, RefuseButton, TakeButton } from './choice-buttons.tsx'
import { OfferLinks, WishesRow } from './offer-links.tsx'
import { endedTexts, offerHeading, takenTexts } from './offer-texts.ts'
import { OfferedTime } from './offered-time.tsx'
import type { OfferChoice } from './use-offer-choice.ts'

/** Shows an offer that the patient has not answered yet, with a button for each choice. */
export function OpenOffer({ offer, choice }: { offer: OfferAnswer; choice: OfferChoice }) {
  return (
    <OfferContent heading={offerHeading(offer)}>
      <OfferedTime offer={offer} />
      <p>
        {offerEndText(offer.until, viennaToday())} für Sie reserviert.
        {offer.booking && ' Ihr bisheriger Termin wird frei, wenn Sie den neuen nehmen.'}
      </p>
      <ChoiceFailure choice={choice} />
      <div className="stack gap-3">
        <TakeButton choice={choice} text="Ja, diesen Termin nehmen" />
        <RefuseButton choice={choice} />
      </div>
      {offer.entry_id && (
        <ActionList>
          <WishesRow entryId={offer.entry_id} />
        </ActionList>
      )}
    </OfferContent>
  )
}

type UnbookedOfferProps = { offer: OfferAnswer; choice: OfferChoice; hold: OfferedHold | null }

/**
 * Shows a time that a patient without an appointment has taken, and whose booking still needs the patient's
 * data. Without `hold` the time is no longer reserved, but the button tries to reserve it again.
 */
export function UnbookedOffer({ offer, choice, hold }: UnbookedOfferProps) {
  return (
    <OfferContent heading={hold ? 'Diese Zeit ist für Sie reserviert' : 'Ihre Reservierung ist abgelaufen'}>
      <OfferedTime offer={offer} />
      <div>
        {hold && <OfferHold hold={hold} />}
        <p>
          {!hold && 'Vielleicht ist die Zeit noch frei. '}
          Wir brauchen noch Ihre Daten. Erst dann ist der Termin gebucht.
        </p>
      </div>
      <ChoiceFailure choice={choice} />
      <TakeButton choice={choice} text="Weiter zu Ihren Daten" />
      {choice.error && <OfferLinks offer={offer} />}
    </OfferContent>
  )
}

type AnsweredOfferProps = { offer: OfferAnswer; status: Exclude<OfferAnswer['status'], 'open'> }

/** Shows what became of an offer that was taken or refused, or that has expired. */
export function AnsweredOffer({ offer, status }: AnsweredOfferProps) {
  const { booking } = offer
  const { heading, detail } = status === 'taken' ? takenTexts(offer) : endedTexts(offer, status)
  return (
    <OfferContent heading={heading}>
      {detail && <Banner tone={status === 'taken' ? 'good' : 'info'} role="status" title={detail} />}
      {booking && isStanding(booking.status) && (
        <div className="card">
          <DateTile start={booking.slot.start}>Ihr Termin</DateTile>
        </div>
      )}
      <OfferLinks offer={offer} />
    </OfferContent>
  )
}

/** Shows a state of the offer below its heading. */
function OfferContent({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <TitledHeading>{heading}</TitledHeading>
      <div className="stack gap-5">{children}</div>
    </>
  )
}

/**
 * Shows how long the taken time is still held. The countdown dispatches that the hold was extended, or has
 * expired. There is no wizard on this page that could take this, so the offer is loaded again.
 */
function OfferHold({ hold: { hold_id, expires_at } }: { hold: OfferedHold }) {
  const hold = { id: hold_id, expiresAt: Date.parse(expires_at) }
  return <HoldCountdown hold={hold} dispatch={() => void refreshWaitingList()} />
}
