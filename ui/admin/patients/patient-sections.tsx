import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { wishesText } from '../../patient/waiting-list/wishes-text.ts'
import { ATTENDANCE_NAMES } from '../appointment/attendance.tsx'
import { messageText } from '../appointment/message-text.ts'
import type { PatientDetail } from '../appointment/patient-query.ts'
import { Section } from '../components/page.tsx'
import { RowButton } from '../components/table-row.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import styles from './patient-sections.module.css'

/** The patient's waiting entries. Empty if there are none. */
export function WaitingSection({ waiting }: Pick<PatientDetail, 'waiting'>) {
  if (waiting.length === 0) return null
  return (
    <Section title="Wartet">
      <ul className="rows small">
        {waiting.map((entry) => (
          <li key={entry.id}>
            {entry.service.name}, {wishesText(entry, viennaToday())}
            {entry.booking && `. Termin bisher: ${shortDayTime(entry.booking.start, viennaToday())}`}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** All appointments of the patient, the latest first. A press opens the details of one. */
export function AppointmentsSection({ bookings }: Pick<PatientDetail, 'bookings'>) {
  return (
    <Section title="Termine">
      <ul className="rows">
        {bookings.map((booking) => (
          <AppointmentRow key={booking.id} booking={booking} />
        ))}
      </ul>
    </Section>
  )
}

function AppointmentRow({ booking }: { booking: PatientDetail['bookings'][number] }) {
  const [, changeParams] = useSearchState('booking')
  const { id, start, service_name, status, move, attendance } = booking
  return (
    <li className={styles.appointment}>
      <RowButton onPress={() => changeParams({ booking: id }, { push: true })}>
        <time className="num" dateTime={start}>
          {shortDayTime(start, viennaToday())}
        </time>
      </RowButton>
      <span className="small break">{service_name}</span>
      <span className="row gap-2">
        <Badge size="small" {...displayOfStatus(status)} />
        {move && <Badge size="small" {...MOVE_ASKED} />}
        {attendance && <span className="muted small">{ATTENDANCE_NAMES[attendance]}</span>}
      </span>
    </li>
  )
}

/** The e-mails and SMS about the patient's appointments, each with its status. */
export function MessagesSection({ messages }: Pick<PatientDetail, 'messages'>) {
  return (
    <Section title="Nachrichten">
      {messages.length === 0 ? (
        <p className="padded muted small">Hier stehen E-Mails und SMS. Noch ging keine hinaus.</p>
      ) : (
        <ul className="rows small">
          {messages.map((message) => (
            <MessageRow key={`${message.channel} ${message.id}`} message={message} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function MessageRow({ message }: { message: PatientDetail['messages'][number] }) {
  const { title, state, reason } = messageText(message)
  return (
    <li>
      <time className="muted num" dateTime={message.created_at}>
        {shortDayTime(message.created_at, viennaToday())}
      </time>{' '}
      <span className="break">{title}</span>
      <p className="muted break">{reason ? `${state}: ${reason}` : state}</p>
    </li>
  )
}
