import { useState } from 'react'
import { BOOKING_NOT_FOUND } from '../../../src/shared/messages.de.ts'
import { isNotFound } from '../../api/refusals.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { APPOINTMENT_NOT_LOADED } from '../../patient/appointment-texts.ts'
import { actionsOn, canMove } from '../appointment/actions-on.ts'
import { CorrectContact } from '../appointment/correct-contact.tsx'
import { MoveBooking } from '../appointment/move-booking.tsx'
import { type BookingDetail, useBookingDetail } from '../appointment/use-booking-detail.ts'
import { type AppointmentDecision, useDecision } from '../appointment/use-decision.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { confirmClosing } from '../forms/use-unsaved.ts'
import { WaitingDialog, WaitingNote } from '../waiting-list/waiting-dialog.tsx'
import { BookingActions } from './booking-actions.tsx'
import { BookingFacts } from './booking-facts.tsx'

/**
 * The sheet with the details and actions of an appointment, or with a form instead: to move it, to correct
 * the contact, or to join the waiting list. The URL says which (`?ask=move`).
 */
export function BookingDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useBookingDetail(id)
  const { data: booking } = query
  const decision = useDecision()
  const [{ ask }, changeParams] = useSearchState('ask')
  /** The sentence with which the last form has closed. */
  const [doneText, setDoneText] = useState<string>()
  const canBeMoved = booking !== undefined && canMove(booking, serverNow())
  const showDetails = () => changeParams({ ask: '' })
  if (canBeMoved && ask === 'move') return <MoveSheet booking={booking} onMoved={setDoneText} />
  if (canBeMoved && ask === 'wait')
    return (
      <WaitingDialog
        booking={booking}
        onAdded={() => setDoneText(`${booking.name} steht auf der Warteliste.`)}
        onClose={showDetails}
      />
    )
  if (booking && ask === 'contact')
    return (
      <CorrectContact
        booking={booking}
        onSaved={(savedText) => {
          setDoneText(savedText)
          showDetails()
        }}
        onBack={showDetails}
      />
    )
  return (
    <DetailsSheet
      query={query}
      canBeMoved={canBeMoved}
      decision={decision}
      doneText={doneText}
      onClose={onClose}
    />
  )
}

type MoveSheetProps = {
  booking: BookingDetail
  /** Called with the reason for which staff have to call; undefined when a message reaches the patient. */
  onMoved: (reasonToCall: string | undefined) => void
}

/** The form of a move. Closing it shows the details, or the calendar if a drop there opened it (`?who=`). */
function MoveSheet({ booking, onMoved }: MoveSheetProps) {
  const [{ who }, changeParams] = useSearchState('ask', 'to', 'who', 'booking')
  const showDetails = () => changeParams({ ask: '', to: '', who: '' })
  const showCalendar = () => changeParams({ ask: '', to: '', who: '', booking: '' })
  const close = who === '' ? showDetails : showCalendar
  return (
    <MoveBooking
      booking={booking}
      onMoved={(reasonToCall) => {
        onMoved(reasonToCall)
        // The details show the reason.
        if (reasonToCall === undefined) close()
        else showDetails()
      }}
      onBack={close}
    />
  )
}

type DetailsSheetProps = {
  query: ReturnType<typeof useBookingDetail>
  canBeMoved: boolean
  decision: AppointmentDecision
  /** The sentence with which the last form has closed. */
  doneText: string | undefined
  onClose: () => void
}

/** The sheet with the details and actions, shown while no form is open. */
function DetailsSheet({ query, canBeMoved, decision, doneText, onClose }: DetailsSheetProps) {
  const { data: loaded, error } = query
  const [, changeParams] = useSearchState('ask')
  const possibleActions = loaded ? actionsOn(loaded, serverNow()) : []
  return (
    <Dialog
      look="sheet"
      open
      onClose={() => {
        if (confirmClosing()) onClose()
      }}
      title={loaded?.name ?? 'Termin'}
      actions={
        loaded &&
        (canBeMoved || possibleActions.length > 0) && (
          <BookingActions
            booking={loaded}
            possibleActions={possibleActions}
            canBeMoved={canBeMoved}
            decision={decision}
          />
        )
      }
    >
      {isNotFound(error) ? (
        <Banner tone="danger" role="alert">
          {BOOKING_NOT_FOUND}
        </Banner>
      ) : (
        <Loaded
          query={query}
          failure={APPOINTMENT_NOT_LOADED}
          loading="Lade Termin …"
          skeleton={<Skeleton height={420} />}
        >
          {(booking) => (
            <>
              <BookingFacts booking={booking} decision={decision} doneText={doneText} />
              <WaitingNote booking={booking} onAsk={() => changeParams({ ask: 'wait' })} />
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}
