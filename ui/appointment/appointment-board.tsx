import type { ReactNode } from 'react'
import { displayOfStatus } from '../../src/shared/booking.ts'
import type { Booking } from '../api/public.ts'
import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { DateTile } from '../components/date-tile.tsx'
import { Fact, FactList } from '../components/fact-list.tsx'
import styles from './appointment-board.module.css'
import { nameOf } from './name.ts'

type AppointmentBoardProps = {
  booking: Booking
  /** Further Facts. */
  children?: ReactNode
}

/** One appointment at a glance: how it stands, when, what and who. */
export function AppointmentCard({ booking, children }: AppointmentBoardProps) {
  const { label, tone } = displayOfStatus(booking.status)
  return (
    <div>
      <p className={styles.badge}>
        <Badge tone={tone} label={label} />
      </p>
      <Card>
        <DateTile start={booking.slot.start} />
        <FactList>
          <Fact label="Leistung">
            <span className={styles.words}>{booking.service_name}</span>
          </Fact>
          <Fact label="Patient/in">{nameOf(booking)}</Fact>
          {children}
        </FactList>
      </Card>
    </div>
  )
}
