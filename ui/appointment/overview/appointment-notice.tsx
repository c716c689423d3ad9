import { MOVE_ASKED } from '../../../src/shared/booking.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import type { Booking } from '../../api/appointment.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { keepPhrasesTogether } from '../../components/line-breaks.tsx'
import type { AppointmentPhase } from '../../patient/appointment-phase.ts'
import { CALLED_OFF_TEXTS, UNANSWERED_TEXTS } from '../../patient/appointment-texts.ts'
import styles from './overview.module.css'

/**
 * Shows a banner that says why the appointment does not take place, or that the practice has to decide on
 * another time. Shows nothing for all other appointments.
 */
export function AppointmentNotice({ booking, phase }: { booking: Booking; phase: AppointmentPhase }) {
  const { slot, move, status } = booking
  const textsOfEnd = phase === 'unanswered' ? UNANSWERED_TEXTS : CALLED_OFF_TEXTS[status]
  if (textsOfEnd) {
    // The notes of slot and booking differ only if the practice has given a reason for the cancellation.
    const message = slot.notes !== booking.notes && slot.notes
    return (
      <div className="mb-4">
        <Banner tone="warning" title={textsOfEnd.title}>
          <p>{keepPhrasesTogether(textsOfEnd.detail)}</p>
          {message && <p className={styles.message}>Nachricht der Ordination: „{message}“</p>}
        </Banner>
      </div>
    )
  }
  if (!move) return null
  const today = viennaToday()
  return (
    <div className="mb-4">
      <Banner tone="info" title={MOVE_ASKED.label}>
        <p>
          Von {shortDayTime(slot.start, today)} auf {shortDayTime(move.start, today)}. Bis wir antworten,
          bleibt Ihr Termin, wie er ist.
        </p>
      </Banner>
    </div>
  )
}
