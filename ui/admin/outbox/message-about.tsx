import type { ReactNode } from 'react'
import { stamp } from '../../../src/shared/format.ts'
import { aboutText, KIND_NAMES, type MessageKind } from '../../../src/shared/message-kinds.ts'
import { LinkButton } from '../../components/button.tsx'
import { unbroken } from '../../components/unbroken.tsx'
import { RowButton } from '../components/data-table.tsx'
import { Detail } from '../components/detail-list.tsx'

type About = { kind: MessageKind; booking_id: string | null; booking_start: string | null }

type AboutCellProps = { entry: About; title: ReactNode; onPress: () => void }

/** In the first column: what opens the message, and what the message is about. */
export function AboutCell({ entry, title, onPress }: AboutCellProps) {
  return (
    <div>
      <RowButton onPress={onPress}>{title}</RowButton>
      <p className="muted tiny">{unbroken(aboutText(entry.kind, entry.booking_start))}</p>
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
