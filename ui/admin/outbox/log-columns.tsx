import type { ReactNode } from 'react'
import { dateTime, dateTimeToTheSecond } from '../../../src/shared/format.ts'
import { aboutText, KIND_NAMES, type MessageKind } from '../../../src/shared/messages/message-kinds.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { withoutLineBreaks } from '../../components/line-breaks.tsx'
import { type Column, RowButton } from '../components/data-table.tsx'
import { Detail } from '../components/detail-list.tsx'
import { displayOfMessage, type MessageStatus } from './message-status.ts'
import type { LogName, LogRows } from './use-logs.ts'

type Logged = { status: string; error: string | null; send_status?: string | null }

/**
 * The status of a message; beside it why it was not sent, or the provider's own status where that is another
 * word.
 */
export function StatusCell({ row: { status, error, send_status } }: { row: Logged }) {
  const note = error || (send_status !== status && send_status)
  return (
    <span className="row gap-2">
      <Badge size="small" {...displayOfMessage(status)} />
      {note && <span className="muted tiny break">{note}</span>}
    </span>
  )
}

export function statusColumn<Row extends Logged>(width: string): Column<Row> {
  return {
    name: 'status',
    label: 'Status',
    width,
    wraps: true,
    cell: (row) => <StatusCell row={row} />,
    sortBy: ({ status }) => displayOfMessage(status).label,
  }
}

/** Opens the details, as a press on the row does. */
export function detailsColumn<Row>(
  titleOf: (row: Row) => string,
  open: (row: Row) => void,
  width: string,
): Column<Row> {
  return {
    name: 'details',
    label: 'Aktion',
    hidesLabel: true,
    width,
    cell: (row) => (
      <Button
        kind="link"
        aria-haspopup="dialog"
        aria-label={`Details: ${titleOf(row)}`}
        onClick={() => open(row)}
      >
        Details
      </Button>
    ),
  }
}

/** Shows when the message was made, and its id in the log. */
export function LoggedDetails({
  row: { created_at, log_uuid },
}: {
  row: { created_at: string; log_uuid: string }
}) {
  return (
    <>
      <Detail label="Erstellt">
        <time dateTime={created_at}>{dateTimeToTheSecond(created_at)}</time>
      </Detail>
      <Detail label="Log-UUID">
        <span className="num">{log_uuid}</span>
      </Detail>
    </>
  )
}

type About = { kind: MessageKind; booking_id: string | null; booking_start: string | null }

type AboutCellProps = { row: About; title: ReactNode; onPress: () => void }

/** The first column, with the button that opens the message, its kind and its appointment. */
export function AboutCell({ row, title, onPress }: AboutCellProps) {
  return (
    <div>
      <RowButton onPress={onPress}>{title}</RowButton>
      <p className="muted tiny">{withoutLineBreaks(aboutText(row.kind, row.booking_start))}</p>
    </div>
  )
}

/** Shows kind and appointment of a message in its details, with a link to the appointment. */
export function AboutDetails({ row: { kind, booking_id, booking_start } }: { row: About }) {
  return (
    <>
      <Detail label="Art">{KIND_NAMES[kind]}</Detail>
      <Detail label="Termin" none="keiner">
        {booking_id && booking_start && (
          <LinkButton kind="link" to={`/admin/bookings?booking=${booking_id}`}>
            {dateTime(booking_start)}
          </LinkButton>
        )}
      </Detail>
    </>
  )
}

/** The dialogs that a row of the table can open. */
export type RowActions<Row> = {
  open: (row: Row) => void
  /** Opens the content of an e-mail. */
  preview: (row: Row) => void
}

/** The differences between the logs of the channels. */
export type LogConfig<Name extends LogName> = {
  log: Name
  /** The name of the list: "E-Mail Logs". */
  name: string
  caption: string
  /** The sentence for a list without rows. */
  empty: string
  statuses: readonly MessageStatus[]
  /** The label of the search field. */
  searched: string
  columns: (actions: RowActions<LogRows[Name]>) => readonly Column<LogRows[Name]>[]
  /** The details of a row: its title, what belongs to the reason of a failure, and the facts. */
  titleOf: (row: LogRows[Name]) => string
  explain: (row: LogRows[Name]) => ReactNode
  facts: (row: LogRows[Name]) => ReactNode
  /** True where the content can be shown in a frame. */
  hasPreview: boolean
}

/** Returns the text in place of a recipient that is not known or was deleted. */
export function nobody({ emptied }: { emptied: string | null }, what: 'Adresse' | 'Nummer'): string {
  return emptied === null ? `keine ${what}` : `${what} gelöscht`
}

/** Returns the subject, or a text that says why there is none. */
export function subjectOf({ subject, emptied }: { subject?: string | null; emptied: string | null }): string {
  return subject?.trim() || emptied || '(ohne Betreff)'
}
