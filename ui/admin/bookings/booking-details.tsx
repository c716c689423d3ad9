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
import { useBookingDetail } from '../appointment/use-booking-detail.ts'
import { type AppointmentDecision, useDecision } from '../appointment/use-decision.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { confirmClosing } from '../forms/use-unsaved.ts'
import { WaitingDialog, WaitingNote } from '../waiting-list/waiting-dialog.tsx'
import { BookingActions } from './booking-actions.tsx'
import { BookingFacts } from './booking-facts.tsx'

/** The URL parameters of the move form when it is closed. */
const NO_MOVE = { ask: '', to: '', who: '' }

/**
 * The sheet with the details and actions of an appointment, or with a form instead: to move it, to correct
 * the contact, or to join the waiting list. The URL says which (`?ask=move`).
 */
export function BookingDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useBookingDetail(id)
  const { data } = query
  const decision = useDecision()
  const [params, changeParams] = useSearchState('ask', 'to', 'who', 'booking')
  const [doneText, setDoneText] = useState<string>()
  const canBeMoved = data !== undefined && canMove(data, serverNow())
  // With `who`, a drop in the calendar opened the move form, so closing it shows the calendar again.
  const isFromCalendar = params.who !== ''
  const closeMove = ({ showsDetails }: { showsDetails: boolean }) =>
    changeParams({ ...NO_MOVE, ...(!showsDetails && { booking: '' }) })
  if (canBeMoved && params.ask === 'move')
    return (
      <MoveBooking
        booking={data}
        onMoved={(reasonToCall) => {
          setDoneText(reasonToCall)
          // If staff have to call, the details show the reason.
          closeMove({ showsDetails: !isFromCalendar || reasonToCall !== undefined })
        }}
        onBack={() => closeMove({ showsDetails: !isFromCalendar })}
      />
    )
  if (data && params.ask === 'contact')
    return (
      <CorrectContact
        booking={data}
        onSaved={(sentence) => {
          setDoneText(sentence)
          changeParams({ ask: '' })
        }}
        onBack={() => changeParams({ ask: '' })}
      />
    )
  if (canBeMoved && params.ask === 'wait')
    return (
      <WaitingDialog
        booking={data}
        onAdded={() => setDoneText(`${data.name} steht auf der Warteliste.`)}
        onClose={() => changeParams({ ask: '' })}
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

type DetailsSheetProps = {
  query: ReturnType<typeof useBookingDetail>
  canBeMoved: boolean
  decision: AppointmentDecision
  /** The sentence of the last form. */
  doneText: string | undefined
  onClose: () => void
}

/** The sheet with the details and actions, shown while no form is open. */
function DetailsSheet({ query, canBeMoved, decision, doneText, onClose }: DetailsSheetProps) {
  const { data, error } = query
  const [, changeParams] = useSearchState('ask')
  const possibleActions = data ? actionsOn(data, serverNow()) : []
  return (
    <Dialog
      look="sheet"
      open
      onClose={() => {
        if (confirmClosing()) onClose()
      }}
      title={data?.name ?? 'Termin'}
      actions={
        data &&
        (canBeMoved || possibleActions.length > 0) && (
          <BookingActions
            booking={data}
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
