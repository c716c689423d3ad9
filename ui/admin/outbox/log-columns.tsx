import { exactStamp } from '../../../src/shared/format.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import type { Column } from '../components/data-table.tsx'
import { Detail } from '../components/detail-list.tsx'
import { displayOfMessage } from './message-status.ts'

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
    quiet: true,
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
