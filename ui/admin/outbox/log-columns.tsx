import type { Instant } from '../../../src/shared/day.ts'
import { splitFault } from '../../../src/shared/messages/fault-text.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { pastTimeText } from '../components/past-time-text.ts'
import type { Column } from '../components/table-column.ts'
import { RowButton } from '../components/table-row.tsx'
import { type AboutPatient, nameInLog } from './log-texts.ts'
import { displayOfMessage, providerCode, shownStatus } from './message-status.ts'
import styles from './outbox.module.css'

/** The widths of a column, for the large screen and the tablet, as `Column` describes them. */
type Widths = { width: string; tabletWidth?: string }

/** The part of a row that tells what became of the message. */
export type WithStatus = {
  status: string
  send_status?: string | null
  error: string | null
  settled: { at: string; by: string } | null
}

/** The column with the status of the message, sorted by the German word for the status. */
export function statusColumn<Row extends WithStatus>(widths: Widths): Column<Row> {
  return {
    name: 'status',
    label: 'Status',
    ...widths,
    cell: (row) => <StatusCell row={row} />,
    sortBy: (row) => displayOfMessage(shownStatus(row)).label,
  }
}

/** The status of a message, and beside it a note if there is space. */
function StatusCell({ row }: { row: WithStatus }) {
  const { settled } = row
  const { label, tone } = displayOfMessage(shownStatus(row))
  const note = statusNote(row)
  return (
    <span className={styles.status} title={note || undefined}>
      <Badge size="small" label={label} tone={settled ? 'neutral' : tone} />
      {note && <span className={`ellipsis muted tiny ${styles.note}`}>{note}</span>}
    </span>
  )
}

/** Returns that the failure was settled, else why the message was not sent, else the provider's code. */
function statusNote(row: WithStatus): string | undefined {
  if (row.settled) return 'erledigt'
  return row.error ? splitFault(row.error).sentence : providerCode(row)
}

/**
 * The column of the time at which the message was created.
 * @param now the time that decides which day is today
 */
export function createdColumn<Row extends { created_at: string | null }>(
  now: Instant,
  widths: Widths,
): Column<Row> {
  return {
    name: 'created',
    label: 'Erstellt',
    ...widths,
    besideFirst: true,
    cell: ({ created_at }) =>
      created_at && <time dateTime={created_at}>{pastTimeText(created_at, now)}</time>,
    sortBy: ({ created_at }) => (created_at === null ? 0 : Date.parse(created_at)),
  }
}

/** The first column, with the button that opens the message. */
export function nameColumn<Row extends AboutPatient>(
  openDetails: (row: Row) => void,
  widths: Widths,
): Column<Row> {
  return {
    name: 'name',
    label: 'Name',
    ...widths,
    cell: (row) => <RowButton onPress={() => openDetails(row)}>{nameInLog(row)}</RowButton>,
    sortBy: nameInLog,
  }
}

/**
 * The column with a button that opens the details, like a press on the row.
 * @param titleOf gives the title of a message, by which a screen reader tells the buttons apart
 */
export function detailsColumn<Row>(
  openDetails: (row: Row) => void,
  { titleOf, ...widths }: Widths & { titleOf: (row: Row) => string },
): Column<Row> {
  return {
    name: 'details',
    label: 'Aktion',
    hidesLabel: true,
    ...widths,
    hiddenOnPhone: true,
    cell: (row) => (
      <Button
        kind="link"
        aria-haspopup="dialog"
        aria-label={`Details: ${titleOf(row)}`}
        onClick={() => openDetails(row)}
      >
        Details
      </Button>
    ),
  }
}
