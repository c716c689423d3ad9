import { useMutation } from '@tanstack/react-query'
import type { BookingStatus } from '../../../src/shared/booking.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'

type ReinstatableAppointment = { id: string; status: BookingStatus; start: string }

/** A button that enters a cancelled appointment again, while its time is ahead (docs/behaviour.md 8.34). */
export function Reinstate({ booking: { id, status, start } }: { booking: ReinstatableAppointment }) {
  const reinstate = useMutation({
    mutationFn: () =>
      adminRequest(
        admin.bookings[':id'].reinstate.$post({
          param: { id: encodeURIComponent(id) },
          // The patient gets the usual confirmation, without a text from the practice.
          json: { message: '' },
        }),
      ),
    onSettled: refreshAdminData,
  })
  const { data, error } = reinstate
  const isPossible = status === 'cancelled' && Date.parse(start) > serverNow()
  return (
    <>
      <OutcomeBanner
        outcome={toOutcome(error, 'Der Termin konnte nicht wieder eingetragen werden.', data?.note)}
      />
      {isPossible && (
        <p>
          <Button busy={reinstate.isPending} onClick={() => reinstate.mutate()}>
            Wieder eintragen
          </Button>
        </p>
      )}
    </>
  )
}
