import { useMutation } from '@tanstack/react-query'
import { type Booking, moveBooking } from '../../api/appointment.ts'
import { type ApiError, hasCode } from '../../api/http.ts'
import { refreshFreeTimes } from '../../patient/time/free-times-queries.ts'
import { reloadAppointment } from '../../patient/use-appointment.ts'

type MoveOptions = {
  message: string
  /** The id of the doctor to whom the appointment moves; undefined if it stays with its own. */
  otherDoctorId: string | undefined
  /** Called when another patient has taken the time. */
  onTaken: () => void
}

/** The start to which an appointment moves. `stays` is true if that is its present start. */
type MoveInput = { to: string; stays: boolean }

/** Sends the move of a booking. Its data say what the server has answered, and what the patient has done. */
export function useMove({ id }: Booking, { message, otherDoctorId, onTaken }: MoveOptions) {
  return useMutation({
    mutationFn: async ({ to, stays }: MoveInput) => ({
      answer: await moveBooking({
        id,
        start: to,
        message,
        ...(otherDoctorId && { resource: otherDoctorId }),
      }),
      done: stays ? ('kept' as const) : ('moved' as const),
    }),
    onSettled: () => void refreshFreeTimes(),
    onSuccess: () => reloadAppointment(id),
    onError: (error) => {
      reloadAppointment(id)
      if (isSlotTaken(error)) onTaken()
    },
  })
}

/** Returns whether the server has refused a time that another patient has taken. */
export function isSlotTaken(error: Error | null): error is ApiError {
  return hasCode(error, 'slot_taken')
}
