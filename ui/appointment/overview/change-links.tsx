import { CalendarCheck, CalendarClock, CalendarX, Phone } from 'lucide-react'
import { cutOff, isBeforeCutOff } from '../../../src/shared/cut-off.ts'
import { HOUR } from '../../../src/shared/day.ts'
import { longDay, timeOfDay } from '../../../src/shared/format.ts'
import type { Booking } from '../../api/appointment.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { useCancelHours } from '../../api/status.ts'
import { LinkButton } from '../../components/button.tsx'
import { telLink } from '../../components/tel-link.ts'
import { MOVE_HEADING } from '../../patient/appointment-texts.ts'
import { cancelUrl, moveUrl } from '../change-urls.ts'
import { byPhoneSentence } from '../near-start.ts'
import styles from './overview.module.css'

/** Shows the buttons that move and cancel the appointment; after the cut-off, the practice's number. */
export function ChangeLinks({ booking: { id, slot, move, practice } }: { booking: Booking }) {
  const start = Date.parse(slot.start)
  const cancelHours = useCancelHours()
  const cutOffAt = cutOff(start, cancelHours)
  const isInTime = isBeforeCutOff({ start, now: serverNow(), cancelHours })
  return (
    <div className={`no-print ${styles.changes}`}>
      {(move || isInTime) && (
        <div className="row gap-3">
          {move && (
            <LinkButton to={moveUrl(id, slot.start)}>
              <CalendarCheck />
              Doch nicht verschieben
            </LinkButton>
          )}
          {isInTime && (
            <>
              <LinkButton to={moveUrl(id)}>
                <CalendarClock />
                {move ? 'Andere Zeit wählen' : MOVE_HEADING}
              </LinkButton>
              <LinkButton kind="danger" to={cancelUrl(id)}>
                <CalendarX />
                Termin absagen
              </LinkButton>
            </>
          )}
        </div>
      )}
      <p className="muted small">
        {isInTime
          ? `Verschieben und absagen geht online bis ${longDay(cutOffAt, viennaToday())}, ${timeOfDay(cutOffAt)}.`
          : byPhoneSentence((start - serverNow()) / HOUR)}
      </p>
      {!isInTime && practice.phone && (
        <LinkButton wide href={telLink(practice.phone)}>
          <Phone />
          {practice.phone}
        </LinkButton>
      )}
    </div>
  )
}
