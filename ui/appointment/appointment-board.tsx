import type { ReactNode } from 'react'
import { displayOfStatus } from '../../src/rules/booking.ts'
import type { Booking } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Board } from '../parts/board.tsx'
import { DateLeaf } from '../parts/date-leaf.tsx'
import { Fact, FactList } from '../parts/fact-list.tsx'
import styles from './appointment-board.module.css'
import { nameOf } from './name.ts'

type AppointmentBoardProps = {
  booking: Booking
  /** Further Facts. */
  children?: ReactNode
}

/** One appointment at a glance: how it stands, when, what and who. */
export function AppointmentBoard({ booking, children }: AppointmentBoardProps) {
  const { label, tone } = displayOfStatus(booking.status)
  return (
    <div>
      <p className={styles.badge}>
        <Badge tone={tone} label={label} />
      </p>
      <Board>
        <DateLeaf start={booking.slot.start} />
        <FactList>
          <Fact label="Leistung">
            <span className={styles.words}>{booking.service_name}</span>
          </Fact>
          <Fact label="Patient/in">{nameOf(booking)}</Fact>
          {children}
        </FactList>
      </Board>
    </div>
  )
}
