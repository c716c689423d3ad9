import { CalendarPlus, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { useStatusData } from '../../api/status.ts'
import { Button } from '../../components/button.tsx'
import { canMove } from '../appointment/actions-on.ts'
import type { PatientDetail } from '../appointment/patient-query.ts'
import { historyText } from '../appointment/visits-text.ts'
import { PageHead } from '../components/page.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { WaitingDialog } from '../waiting-list/waiting-dialog.tsx'

/** The name, and the buttons for another appointment and the waiting list. */
export function PatientHead({ patient }: { patient: PatientDetail }) {
  const { booking_id, name, phone, email, bookings } = patient
  const [isWaitingDialogOpen, setWaitingDialogOpen] = useState(false)
  const [, changeParams] = useSearchState('new', 'patient')
  const status = useStatusData()
  const now = serverNow()
  // A patient with an appointment can wait for an earlier time than the next one. The latest booking comes
  // first, so the last match is the next appointment.
  const next = bookings.findLast((booking) => canMove(booking, now) && Date.parse(booking.start) > now)
  return (
    <>
      <PageHead title={name} lead={historyText(patient)}>
        <Button
          kind="primary"
          onClick={() => changeParams({ new: '1', patient: booking_id }, { push: true })}
        >
          <CalendarPlus />
          Termin eintragen
        </Button>
        {status?.waiting_list && (
          <Button onClick={() => setWaitingDialogOpen(true)}>
            <UserRoundPlus />
            Auf die Warteliste
          </Button>
        )}
      </PageHead>
      {isWaitingDialogOpen && (
        <WaitingDialog
          {...(next ? { booking: next } : { patient: { name, mobile: phone, email } })}
          onClose={() => setWaitingDialogOpen(false)}
        />
      )}
    </>
  )
}
