import { HOUR } from '../../../src/shared/day.ts'
import { HINT_HEADING } from '../../../src/shared/service/service.ts'
import type { Booking } from '../../api/appointment.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Fact } from '../../components/fact-list.tsx'
import { phaseOf } from '../../patient/appointment-phase.ts'
import { PatientPage } from '../../patient/patient-page.tsx'
import { useAppointment } from '../../patient/use-appointment.ts'
import { AppointmentCard } from '../appointment-card.tsx'
import { AppointmentOrReason } from '../appointment-or-reason.tsx'
import { nearStart } from '../near-start.ts'
import { AppointmentNotice } from './appointment-notice.tsx'
import { ChangeLinks } from './change-links.tsx'
import { FurtherActions } from './further-actions.tsx'
import styles from './overview.module.css'
import { PracticeBlock } from './practice-block.tsx'

const HEADING = 'Terminübersicht'

/** Shows the page /patient/overview: one appointment as its patient sees it (docs/behaviour.md 8.16). */
export function OverviewPage() {
  return <PatientPage heading={HEADING}>{(id) => <OverviewById id={id} />}</PatientPage>
}

function OverviewById({ id }: { id: string }) {
  return (
    <AppointmentOrReason appointment={useAppointment(id)} heading={HEADING}>
      {(booking) => <Overview booking={booking} />}
    </AppointmentOrReason>
  )
}

/** Shows the appointment with its buttons, and the practice. */
function Overview({ booking }: { booking: Booking }) {
  const now = serverNow()
  const phase = phaseOf(booking, now)
  const near = nearStart(booking.slot.start, (Date.parse(booking.slot.start) - now) / HOUR)
  const isAhead = phase === 'ahead'
  // Hints, such as what to bring, are useless once the appointment is cancelled or past.
  const notes = isAhead || phase === 'running' ? booking.notes || booking.slot.notes : ''
  return (
    <div className={styles.overview}>
      <div>
        <AppointmentNotice booking={booking} phase={phase} />
        <AppointmentCard
          booking={booking}
          near={isAhead && near && `${near.day}, ${near.span}`}
          actions={isAhead && <ChangeLinks booking={booking} />}
        >
          {isAhead && booking.hint && <Fact label={HINT_HEADING}>{booking.hint}</Fact>}
          {notes && (
            <Fact label="Hinweise" plain>
              {notes}
            </Fact>
          )}
          {isAhead && booking.reminder_sms && (
            <Fact label="Erinnerung" plain>
              per SMS an <span className="num nowrap">{booking.reminder_sms}</span>
            </Fact>
          )}
          <Fact label="Termin-ID" plain>
            <span className="num">{booking.id}</span>
          </Fact>
        </AppointmentCard>
        <div className={styles.actions}>
          <FurtherActions booking={booking} phase={phase} />
        </div>
      </div>
      <PracticeBlock booking={booking} />
    </div>
  )
}
