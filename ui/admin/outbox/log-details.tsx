import { dateTime, dateTimeToTheSecond } from '../../../src/shared/format.ts'
import { KIND_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { LinkButton } from '../../components/button.tsx'
import { Detail } from '../components/detail-list.tsx'
import { patientPath } from '../components/patient-path.ts'
import type { AboutPatient } from './log-texts.ts'

/** Shows patient, kind and appointment of a message in its details, with links to patient and appointment. */
export function AboutPatientDetails({
  row: { name, kind, booking_id, booking_start },
}: {
  row: AboutPatient
}) {
  return (
    <>
      {name && (
        <Detail label="Name">
          {booking_id ? (
            <LinkButton kind="link" to={patientPath(booking_id)}>
              {name}
            </LinkButton>
          ) : (
            name
          )}
        </Detail>
      )}
      <Detail label="Art">{kind && KIND_NAMES[kind]}</Detail>
      <Detail label="Termin" unknownText="keiner">
        {booking_id && booking_start && (
          <LinkButton kind="link" to={`/admin/bookings?booking=${booking_id}`}>
            {dateTime(booking_start)}
          </LinkButton>
        )}
      </Detail>
    </>
  )
}

type LogEntryDetailsProps = { row: { created_at: string | null; log_uuid: string } }

/** Shows when the message was created, and its id in the log. */
export function LogEntryDetails({ row: { created_at, log_uuid } }: LogEntryDetailsProps) {
  return (
    <>
      <Detail label="Erstellt">
        {created_at && <time dateTime={created_at}>{dateTimeToTheSecond(created_at)}</time>}
      </Detail>
      <Detail label="Log-UUID">
        <span className="num">{log_uuid}</span>
      </Detail>
    </>
  )
}
