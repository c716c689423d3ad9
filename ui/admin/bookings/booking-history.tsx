import { shortDayTime } from '../../../src/shared/format.ts'
import styles from '../appointment/appointment.module.css'
import { CONTACT_CHANGED, eventText } from '../appointment/event-text.ts'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'

/** The events of the appointment, each with its actor and message. */
export function BookingHistory({ booking }: { booking: BookingDetail }) {
  return (
    <section>
      <h3 className="mb-3">Verlauf</h3>
      <ol className={`stack gap-3 small ${styles.history}`}>
        {booking.history.map((event) => (
          <li key={`${event.at} ${event.kind}`}>
            <time className="muted" dateTime={event.at}>
              {shortDayTime(event.at)}
            </time>
            <span>
              {eventText(event, booking.booked_by)}
              {/* The message of a corrected contact names the fields, which the text does already. */}
              {event.message && event.kind !== CONTACT_CHANGED && (
                <q className={`muted break ${styles.more}`}>{event.message}</q>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
