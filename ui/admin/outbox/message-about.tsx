import { shortDayTime, stamp } from '../../../src/shared/format.ts'
import { KIND_NAMES, type MessageKind } from '../../../src/shared/message-kinds.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { RowButton } from '../components/data-table.tsx'
import { Detail } from '../components/detail-list.tsx'

type About = { kind: MessageKind; booking_id: string | null; booking_start: string | null }

/** `Bestätigung, Termin Di 12. Jänner, 08:30` */
export function aboutText({ kind, booking_start }: About): string {
  return KIND_NAMES[kind] + (booking_start ? `, Termin ${shortDayTime(booking_start)}` : '')
}

type AboutCellProps = { entry: About; title: string; onPress: () => void }

/** In the first column: what opens the message, and what the message is about. */
export function AboutCell({ entry, title, onPress }: AboutCellProps) {
  return (
    <div>
      <RowButton onPress={onPress}>{title}</RowButton>
      <p className="muted tiny">{aboutText(entry)}</p>
    </div>
  )
}

/** The same in the details, with a link to the appointment. */
export function AboutDetails({ entry: { kind, booking_id, booking_start } }: { entry: About }) {
  return (
    <>
      <Detail label="Art">{KIND_NAMES[kind]}</Detail>
      <Detail label="Termin" none="keiner">
        {booking_id && booking_start && (
          <LinkButton kind="link" to={`/admin/bookings?booking=${booking_id}`}>
            {stamp(booking_start)}
          </LinkButton>
        )}
      </Detail>
    </>
  )
}
