import { useState } from 'react'
import { isStanding } from '../../src/shared/booking.ts'
import type { Appointment, Booking, ChangeAnswer } from '../api/appointment.ts'
import { queryClient } from '../api/query-client.tsx'
import { isFinalRefusal } from '../api/refusals.ts'
import { appointmentKey, reloadAppointment } from './use-appointment.ts'

type ChangeState = { busy?: true; outcome?: ChangeAnswer; error?: Error }

/**
 * Returns `submit`, which sends a change of an appointment, and what became of it: the `outcome`, a `refusal`
 * that is final, or an `error` after which another try may work.
 */
export function useAppointmentChange(id: string, send: () => Promise<ChangeAnswer>) {
  const [{ busy = false, outcome, error }, setState] = useState<ChangeState>({})

  const submit = () => {
    setState({ busy: true })
    send().then(
      (answer) => {
        storeChange(id, answer)
        setState({ outcome: answer })
      },
      (failure: Error) => {
        reloadAppointment(id)
        setState({ error: failure })
      },
    )
  }

  const refusal = isFinalRefusal(error) ? error : undefined
  return { busy, outcome, refusal, error: refusal ? undefined : error, submit }
}

/**
 * Stores the booking as a call has changed it. If the answer does not say enough, the booking is loaded
 * again: for an appointment that is off, only the server knows the next free time of the service.
 */
function storeChange(id: string, answer: ChangeAnswer): void {
  const booking = queryClient.getQueryData<Appointment>(appointmentKey(id))?.booking
  const changed = booking && changedBooking(booking, answer)
  if (changed) queryClient.setQueryData<Appointment>(appointmentKey(id), { booking: changed })
  if (!changed || !isStanding(changed.status)) reloadAppointment(id)
}

/** Returns the booking as the answer describes it; undefined when the answer lacks its status or its time. */
export function changedBooking(
  { move: askedMove, ...booking }: Booking,
  { status, slot, move }: ChangeAnswer,
): Booking | undefined {
  if (status === undefined) return undefined
  // The patient had asked for another time. Without a time in the answer, the page cannot know which of the
  // two is valid.
  if (askedMove && !slot) return undefined
  const time = slot && { ...slot, end: endFrom(slot.start, booking.slot) }
  const changed = { ...booking, status, slot: { ...booking.slot, ...time, status } }
  return move ? { ...changed, move } : changed
}

/** Returns the end of an appointment that begins at `newStart` and lasts as long as its previous slot. */
function endFrom(newStart: string, previousSlot: Booking['slot']): string {
  const length = Date.parse(previousSlot.end) - Date.parse(previousSlot.start)
  return new Date(Date.parse(newStart) + length).toISOString()
}
