import type { ReactNode } from 'react'
import { exactStamp, stamp } from '../../../src/shared/format.ts'
import { aboutText, KIND_NAMES, type MessageKind } from '../../../src/shared/messages/message-kinds.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { unbroken } from '../../components/unbroken.tsx'
import { type Column, RowButton } from '../components/data-table.tsx'
import { Detail } from '../components/detail-list.tsx'
import { displayOfMessage, type MessageStatus } from './message-status.ts'
import type { Entries, LogName } from './use-logs.ts'

type Logged = { status: string; error: string | null; send_status?: string | null }

/** The status of a message; beside it why it was not sent, or the provider's own status where that is another word. */
export function StatusCell({ entry: { status, error, send_status } }: { entry: Logged }) {
  const note = error || (send_status !== status && send_status)
  return (
    <span className="row gap-2">
      <Badge size="small" {...displayOfMessage(status)} />
      {note && <span className="muted tiny break">{note}</span>}
    </span>
  )
}

export function statusColumn<Entry extends Logged>(width: string): Column<Entry> {
  return {
    name: 'status',
    label: 'Status',
    width,
    wraps: true,
    cell: (entry) => <StatusCell entry={entry} />,
    sortBy: ({ status }) => displayOfMessage(status).label,
  }
}

/** A button that opens the details, as a press on the row does. */
export function detailsColumn<Entry>(
  titleOf: (entry: Entry) => string,
  open: (entry: Entry) => void,
  width: string,
): Column<Entry> {
  return {
    name: 'details',
    label: 'Aktion',
    hidesLabel: true,
    width,
    cell: (entry) => (
      <Button
        kind="link"
        aria-haspopup="dialog"
        aria-label={`Details: ${titleOf(entry)}`}
        onClick={() => open(entry)}
      >
        Details
      </Button>
    ),
  }
}

/** When the message was made, and its id in every log. */
export function LoggedDetails({
  entry: { created_at, log_uuid },
}: {
  entry: { created_at: string; log_uuid: string }
}) {
  return (
    <>
      <Detail label="Erstellt">
        <time dateTime={created_at}>{exactStamp(created_at)}</time>
      </Detail>
      <Detail label="Log-UUID">
        <span className="num">{log_uuid}</span>
      </Detail>
    </>
  )
}

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

/** What a row of the table can open. */
export type RowActions<Entry> = {
  open: (entry: Entry) => void
  /** Opens the content of an e-mail. */
  preview: (entry: Entry) => void
}

/** What distinguishes the log of one channel from the other's. */
export type LogConfig<Name extends LogName> = {
  log: Name
  /** The name of the list: "E-Mail Logs". */
  name: string
  caption: string
  /** The sentence for a list without entries. */
  empty: string
  statuses: readonly MessageStatus[]
  /** What can be searched. */
  searched: string
  columns: (actions: RowActions<Entries[Name]>) => readonly Column<Entries[Name]>[]
  /** The details of an entry: its title, what belongs to the reason of a failure, and the facts. */
  titleOf: (entry: Entries[Name]) => string
  explain: (entry: Entries[Name]) => ReactNode
  facts: (entry: Entries[Name]) => ReactNode
  /** True where the content can be shown in a frame. */
  hasPreview: boolean
}

/** In place of a recipient: none is known, or it was deleted. */
export function nobody({ emptied }: { emptied: string | null }, what: 'Adresse' | 'Nummer'): string {
  return emptied === null ? `keine ${what}` : `${what} gelöscht`
}

/** The subject, or why there is none. */
export function subjectOf({ subject, emptied }: { subject?: string | null; emptied: string | null }): string {
  return subject?.trim() || emptied || '(ohne Betreff)'
}
