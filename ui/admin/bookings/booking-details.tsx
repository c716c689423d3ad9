import { useState } from 'react'
import { BOOKING_NOT_FOUND } from '../../../src/shared/messages.de.ts'
import { isNotFound } from '../../api/refusals.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { NOT_LOADED } from '../../patient/appointment-texts.ts'
import { actionsOn, canMove } from '../appointment/actions-on.ts'
import { CorrectContact } from '../appointment/correct-contact.tsx'
import { MoveBooking } from '../appointment/move-booking.tsx'
import { useBookingDetail } from '../appointment/use-booking-detail.ts'
import { useDecision } from '../appointment/use-decision.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { WaitingDialog, WaitingNote } from '../waiting-list/waiting-dialog.tsx'
import { BookingActions } from './booking-actions.tsx'
import { BookingFacts } from './booking-facts.tsx'

/** Closes the form for moving, which the address has opened. */
const NO_MOVE = { ask: '', to: '', who: '' }

/** The details of an appointment with its actions. The address may open an action (`?ask=reject`). */
export function BookingDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useBookingDetail(id)
  const { data, error } = query
  const decision = useDecision()
  const [address, change] = useSearchState('ask', 'to', 'who', 'booking')
  const [note, setNote] = useState<string>()
  const offered = data ? actionsOn(data, serverNow()) : []
  const canBeMoved = data !== undefined && canMove(data, serverNow())
  if (canBeMoved && address.ask === 'move')
    return (
      <MoveBooking
        booking={data}
        onMoved={(moved) => {
          setNote(moved)
          // A drop was the way here, so it leads back to the calendar unless there is something to say.
          change({ ...NO_MOVE, ...(address.who && moved === undefined && { booking: '' }) })
        }}
        onBack={() => change({ ...NO_MOVE, ...(address.who && { booking: '' }) })}
      />
    )
  if (data && address.ask === 'contact')
    return (
      <CorrectContact
        booking={data}
        onSaved={(saved) => {
          setNote(saved)
          change({ ask: '' })
        }}
        onBack={() => change({ ask: '' })}
      />
    )
  if (canBeMoved && address.ask === 'wait')
    return (
      <WaitingDialog
        booking={data}
        onAdded={() => setNote(`${data.name} steht auf der Warteliste.`)}
        onClose={() => change({ ask: '' })}
      />
    )
  return (
    <Dialog
      look="sheet"
      open
      onClose={onClose}
      title={data?.name ?? 'Termin'}
      actions={
        data &&
        (canBeMoved || offered.length > 0) && (
          <BookingActions booking={data} offered={offered} canBeMoved={canBeMoved} decision={decision} />
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
          failure={NOT_LOADED}
          loading="Lade Termin …"
          skeleton={<Skeleton height={420} />}
        >
          {(booking) => (
            <>
              <BookingFacts booking={booking} decision={decision} note={note} />
              <WaitingNote booking={booking} onAsk={() => change({ ask: 'wait' })} />
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}
