import type { ReactNode } from 'react'
import type { StatusDisplay } from '../../../src/shared/booking.ts'
import { seriesText } from '../../../src/shared/series.ts'
import { Badge } from '../../components/badge.tsx'
import { telLink } from '../../components/tel-link.ts'
import { PatientLink } from '../appointment/patient-link.tsx'
import { visitsText } from '../appointment/visits-text.ts'
import type { BoardItem } from './board-items.ts'
import styles from './day-list.module.css'
import type { Padding } from './paddings.ts'
import type { CalendarBooking } from './use-calendar.ts'
import type { DragHandling } from './use-drag.ts'

/** The data of a row for an appointment in the list of a day, at its own time or at an asked one. */
export type BookingRowProps = {
  item: BoardItem
  booking: CalendarBooking
  /** The time of the item, such as `08:30–09:00`. */
  time: string
  /** Opens the appointment's card. @param box the pressed element, beside which the card stands */
  onOpen: (bookingId: string, box: Element) => void
}

type BookingRowParts = BookingRowProps & {
  status: StatusDisplay
  /** The handlers that make time and name draggable; absent if they are not. */
  handles?: ReturnType<DragHandling['handlesFor']>
  /** The paddings of the appointment, which are drawn at the edges of the row. */
  paddings?: readonly Padding[]
  /** Further facts, shown after those of every row, with a comma before each. */
  moreFacts: ReactNode
  /** The buttons. */
  children: ReactNode
}

/**
 * A row of the list of a day with the facts for a telephone call: time, patient, service, number and status.
 * `AppointmentRow` and `AskedTimeRow` fill it.
 */
export function BookingRow({
  item,
  booking,
  time,
  onOpen,
  status,
  handles = {},
  paddings = [],
  moreFacts,
  children,
}: BookingRowParts) {
  return (
    <li
      className={styles.line}
      data-look={item.look}
      data-padding-before={paddings.some(({ end }) => end === booking.start) || undefined}
      data-padding-after={paddings.some(({ start }) => start === booking.end) || undefined}
    >
      <time className={`small num nowrap ${styles.handle}`} dateTime={item.start} {...handles}>
        {time}
      </time>
      <div className={`${styles.who} ${styles.handle}`} {...handles}>
        <button
          type="button"
          className="plain-link semibold break"
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onOpen(booking.id, currentTarget)}
        >
          {booking.last_name} {booking.first_name}
        </button>
        <p className={`muted small break ${styles.facts}`}>
          {booking.service_name}
          {booking.visits && (
            <>
              , <PatientLink bookingId={booking.id}>{visitsText(booking.visits)}</PatientLink>
            </>
          )}
          {booking.series && `, ${seriesText(booking.series)}`}
          {booking.booked_by && `, gebucht von ${booking.booked_by}`}
          {moreFacts}
        </p>
      </div>
      <a className="small num nowrap" href={telLink(booking.mobile)}>
        {booking.mobile}
      </a>
      <div className={styles.status}>
        <Badge size="small" {...status} />
      </div>
      <div className={`row gap-2 ${styles.actions}`}>{children}</div>
    </li>
  )
}
