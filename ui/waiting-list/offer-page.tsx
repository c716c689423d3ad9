import { useMutation } from '@tanstack/react-query'
import { BellRing, CalendarCheck, CalendarPlus, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { stands } from '../../src/shared/booking.ts'
import { shortDayTime } from '../../src/shared/format.ts'
import { viennaDay } from '../../src/shared/vienna-clock.ts'
import type { OfferAnswer, OfferedHold, OfferReply } from '../../src/shared/waiting-list.ts'
import { isNotFound } from '../api/refusals.ts'
import { useNow, viennaToday } from '../api/server-clock.ts'
import { usePractice } from '../api/status.ts'
import { HoldCountdown } from '../booking/review/hold-countdown.tsx'
import { loadWizard, saveWizard } from '../booking/wizard/storage.ts'
import { EMPTY_WIZARD, STEPS, type Wizard } from '../booking/wizard/wizard.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { ActionList, ActionRow } from '../components/card.tsx'
import { DateTile } from '../page/date-tile.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { placeText } from '../page/place-text.ts'
import { overviewUrl } from '../patient/addresses.ts'
import { browserStorage } from '../patient/browser-storage.ts'
import { Failure } from '../patient/failure.tsx'
import { PatientPage } from '../patient/patient-page.tsx'
import { QueryState } from '../patient/query-state.tsx'
import { refreshFreeTimes } from '../patient/time/free-times.ts'
import { reloadAppointment } from '../patient/use-appointment.ts'
import { waitingUrl } from '../patient/waiting-list/addresses.ts'
import { answerOffer, refreshWaiting, useOffer } from '../patient/waiting-list/use-waiting-list.ts'
import { offerEndText } from '../patient/waiting-list/wishes-text.ts'
import { endedTexts, OFFER_HEADING, offerHeading, takenTexts } from './offer-texts.ts'

const NOT_FOUND = 'Angebot nicht gefunden'

/**
 * /patient/offer: a free time that is offered to a patient on the waiting list. Only its buttons answer the
 * offer.
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

function Offer({ offer }: { offer: OfferAnswer }) {
  const { booking } = offer
  const answer = useAnswer(offer)
  const now = useNow()
  const isOver = now >= Date.parse(offer.until) && !answer.isPending
  const hold = offer.hold && now < Date.parse(offer.hold.expires_at) ? offer.hold : null
  // A time that was taken without an appointment can be held again until the offer would have ended.
  const isUnbooked = offer.status === 'taken' && !booking && !offer.booked_id
  const status = isOver && (offer.status === 'open' || (isUnbooked && !hold)) ? 'expired' : offer.status

  if (status === 'open') return <OpenOffer offer={offer} answer={answer} />
  if (status === 'taken' && isUnbooked) return <UnbookedOffer offer={offer} answer={answer} hold={hold} />
  return <AnsweredOffer offer={offer} status={status} />
}

type Answer = ReturnType<typeof useAnswer>

/** Answers the offer. True takes it, false refuses it. */
function useAnswer({ id, booking }: OfferAnswer) {
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (take: boolean) => answerOffer({ id, take }),
    onSuccess: async (reply) => {
      if ('hold' in reply) {
        continueBooking(reply)
        return navigate('/')
      }
      // The patient has booked since taking the offer.
      if ('booking_id' in reply && !booking) return navigate(overviewUrl(reply.booking_id))
      if (booking) reloadAppointment(booking.id)
      await refreshWaiting()
    },
    onError: () => void refreshWaiting(),
    onSettled: () => void refreshFreeTimes(),
  })
}

function OpenOffer({ offer, answer }: { offer: OfferAnswer; answer: Answer }) {
  return (
    <Page heading={offerHeading(offer)}>
      <Times offer={offer} />
      <p>
        {offerEndText(offer.until, viennaToday())} für Sie reserviert.
        {offer.booking && ' Ihr bisheriger Termin wird frei, wenn Sie den neuen nehmen.'}
      </p>
      <AnswerFailure answer={answer} />
      <div className="stack gap-3">
        <TakeButton answer={answer} text="Ja, diesen Termin nehmen" />
        <Button
          size="large"
          wide
          busy={answer.isPending && !answer.variables}
          busyText="Einen Moment …"
          onClick={() => !answer.isPending && answer.mutate(false)}
        >
          Nein, danke
        </Button>
      </div>
      {offer.entry_id && (
        <ActionList>
          <WishesRow entry={offer.entry_id} />
        </ActionList>
      )}
    </Page>
  )
}

type UnbookedOfferProps = { offer: OfferAnswer; answer: Answer; hold: OfferedHold | null }

/** A time that the patient has taken, and for which the data are still missing. */
function UnbookedOffer({ offer, answer, hold }: UnbookedOfferProps) {
  return (
    <Page heading={hold ? 'Diese Zeit ist für Sie reserviert' : 'Ihre Reservierung ist abgelaufen'}>
      <Times offer={offer} />
      <div>
        {hold && <OfferHold hold={hold} />}
        <p>
          {!hold && 'Vielleicht ist die Zeit noch frei. '}
          Wir brauchen noch Ihre Daten. Erst dann ist der Termin gebucht.
        </p>
      </div>
      <AnswerFailure answer={answer} />
      <TakeButton answer={answer} text="Weiter zu Ihren Daten" />
      {answer.error && <NextSteps offer={offer} />}
    </Page>
  )
}

type AnsweredOfferProps = { offer: OfferAnswer; status: Exclude<OfferAnswer['status'], 'open'> }

function AnsweredOffer({ offer, status }: AnsweredOfferProps) {
  const { booking } = offer
  const [heading, detail] = status === 'taken' ? takenTexts(offer) : endedTexts(offer, status)
  return (
    <Page heading={heading}>
      {detail && <Banner tone={status === 'taken' ? 'good' : 'info'} role="status" title={detail} />}
      {booking && stands(booking.status) && (
        <div className="card">
          <DateTile start={booking.slot.start}>Ihr Termin</DateTile>
        </div>
      )}
      <NextSteps offer={offer} />
    </Page>
  )
}

function AnswerFailure({ answer }: { answer: Answer }) {
  return answer.error && <Failure error={answer.error} fallback="Das hat nicht geklappt." />
}

function TakeButton({ answer, text }: { answer: Answer; text: string }) {
  return (
    <Button
      kind="primary"
      size="large"
      wide
      busy={answer.isPending && answer.variables}
      busyText="Einen Moment …"
      onClick={() => !answer.isPending && answer.mutate(true)}
    >
      <Check />
      {text}
    </Button>
  )
}

function Page({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <TitledHeading>{heading}</TitledHeading>
      <div className="stack gap-5">{children}</div>
    </>
  )
}

/** The offered time with what the patient needs to know of it, and then the present one, if there is one. */
function Times({ offer: { booking, slot, service, resource } }: { offer: OfferAnswer }) {
  const place = placeText(usePractice())
  return (
    <div className="card">
      <DateTile start={slot.start}>{service.name}</DateTile>
      <p className="padded line-above small">
        {[resource?.name, service.duration, service.price, place].filter(Boolean).join(' · ')}
      </p>
      {booking && (
        <p className="padded line-above muted small">
          Ihr Termin bisher: {shortDayTime(booking.slot.start, viennaToday())}
        </p>
      )}
    </div>
  )
}

/** The countdown changes nothing here: what it has changed on the server is read again. */
function OfferHold({ hold: { hold_id, expires_at } }: { hold: OfferedHold }) {
  const hold = { id: hold_id, expiresAt: Date.parse(expires_at) }
  return <HoldCountdown hold={hold} dispatch={() => void refreshWaiting()} />
}

function NextSteps({ offer: { booking, booked_id, entry_id } }: { offer: OfferAnswer }) {
  const appointment = booking?.id ?? booked_id
  const stillStands = booking ? stands(booking.status) : booked_id !== null
  return (
    <ActionList>
      {appointment && (
        <ActionRow icon={<CalendarCheck />} to={overviewUrl(appointment)}>
          Terminübersicht öffnen
        </ActionRow>
      )}
      {!stillStands && (
        <ActionRow icon={<CalendarPlus />} to="/">
          Termin buchen
        </ActionRow>
      )}
      {entry_id && <WishesRow entry={entry_id} />}
    </ActionList>
  )
}

function WishesRow({ entry }: { entry: string }) {
  return (
    <ActionRow icon={<BellRing />} to={waitingUrl(entry)}>
      Wünsche ändern oder nicht mehr warten
    </ActionRow>
  )
}

/** Stores a wizard that opens at step 4 with the held time. */
function continueBooking({ hold, service_id, slot }: Extract<OfferReply, { hold: unknown }>) {
  const { remember = false } = loadWizard(browserStorage)
  const wizard: Wizard = {
    ...EMPTY_WIZARD,
    step: STEPS.contact,
    serviceId: service_id,
    day: viennaDay(Date.parse(slot.start)),
    slot: { start: slot.start, end: undefined },
    hold: { id: hold.hold_id, expiresAt: Date.parse(hold.expires_at), offered: true },
    remember,
  }
  saveWizard(browserStorage, wizard, {})
}
