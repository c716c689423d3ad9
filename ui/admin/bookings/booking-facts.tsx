import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { seriesText } from '../../../src/shared/series.ts'
import { priceText } from '../../../src/shared/service/service.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { overviewUrl } from '../../patient/addresses.ts'
import { canMove } from '../appointment/actions-on.ts'
import styles from '../appointment/appointment.module.css'
import { AttendanceButtons } from '../appointment/attendance.tsx'
import { Reinstate } from '../appointment/reinstate.tsx'
import { UndoBar } from '../appointment/undo-bar.tsx'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'
import type { AppointmentDecision } from '../appointment/use-decision.ts'
import { WriteMessage } from '../appointment/write-message.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import type { FormOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { BookingAnswers } from './booking-answers.tsx'
import { BookingHistory } from './booking-history.tsx'
import { BookingMessages } from './booking-messages.tsx'
import { BookingNotes } from './booking-notes.tsx'
import { ContactFacts } from './contact-facts.tsx'
import { NextSteps } from './next-steps.tsx'

type BookingFactsProps = {
  booking: BookingDetail
  decision: AppointmentDecision
  /** The sentence with which the last form has closed. After a move, it says why staff have to call. */
  doneText: string | undefined
}

/** Everything known about an appointment, with the actions that have no button at the bottom of the sheet. */
export function BookingFacts({ booking, decision, doneText }: BookingFactsProps) {
  const [{ entered }, changeParams] = useSearchState('ask', 'entered')
  const outcomeOfForm: FormOutcome | undefined = doneText ? { tone: 'good', text: doneText } : undefined
  return (
    <div className="stack gap-5">
      {/* After staff have entered an appointment, the bar leads to another one for the patient. */}
      <UndoBar bookingId={booking.id} nextSteps={entered && <NextSteps booking={booking} />} />
      <OutcomeBanner outcome={decision.outcome ?? outcomeOfForm} />
      <AppointmentHead booking={booking} />
      <Reinstate booking={booking} />
      <BookingNotes booking={booking} />
      <ContactFacts booking={booking} />
      <p>
        <Button kind="link" onClick={() => changeParams({ ask: 'contact' })}>
          Kontaktdaten ändern
        </Button>
      </p>
      <BookingAnswers answers={booking.answers} />
      <BookingHistory booking={booking} />
      <BookingMessages booking={booking} />
      {canMove(booking, serverNow()) && <WriteMessage booking={booking} />}
      <p className="muted small">
        <a href={overviewUrl(booking.id)} target="_blank" rel="noopener noreferrer">
          Übersicht der Patientin oder des Patienten öffnen
        </a>
      </p>
    </div>
  )
}

/** Time, service, status and attendance of the appointment. */
function AppointmentHead({ booking }: { booking: BookingDetail }) {
  return (
    <div className={`stack start gap-3 ${styles.when}`}>
      <DateTile start={booking.start}>
        {booking.service_name}, {booking.duration_min} Min, {priceText(booking.price)}
        {booking.series && <span className={styles.more}>Serie: {seriesText(booking.series)}</span>}
      </DateTile>
      <div className="row gap-2">
        <Badge size="small" {...displayOfStatus(booking.status)} />
        {booking.move && <Badge size="small" {...MOVE_ASKED} />}
        {booking.marked && <Badge tone="neutral" label="Auffällig" size="small" />}
      </div>
      <div className="row gap-2">
        <AttendanceButtons booking={booking} />
      </div>
    </div>
  )
}
