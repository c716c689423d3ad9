import { Badge } from '../../components/badge.tsx'
import { displayOfMessage } from './message-status.ts'

type StatusCellProps = { entry: { status: string; error: string | null; send_status?: string | null } }

/** The status of a message; beside it why it was not sent, or the provider's own status where that is another word. */
export function StatusCell({ entry: { status, error, send_status } }: StatusCellProps) {
  const note = error || (send_status !== status && send_status)
  return (
    <span className="row gap-2">
      <Badge size="small" {...displayOfMessage(status)} />
      {note && <span className="muted tiny break">{note}</span>}
    </span>
  )
}
