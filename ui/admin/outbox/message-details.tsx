import { Eye } from 'lucide-react'
import { TEST_SENT } from '../../../src/shared/admin-messages.de.ts'
import { dateTime } from '../../../src/shared/format.ts'
import type { Channel } from '../../../src/shared/messages/message-kinds.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import type { LogConfig } from './log-config.ts'
import { MessageReason } from './message-reason.tsx'
import { RemedyButton, SettleButton, type UnsentMessage } from './remedies.tsx'
import type { LogName, LogRows } from './use-logs.ts'
import type { MessageCalls } from './use-message-calls.ts'

type MessageDetailsProps<Name extends LogName> = {
  config: LogConfig<Name>
  /** The message; undefined while the sheet is closed. */
  row: LogRows[Name] | undefined
  calls: MessageCalls
  onPreview: (row: LogRows[Name]) => void
  onClose: () => void
}

/**
 * A sheet with everything about a message except the HTML of an e-mail. It begins with the reason why it was
 * not sent.
 */
export function MessageDetails<Name extends LogName>({
  config,
  row,
  calls,
  onPreview,
  onClose,
}: MessageDetailsProps<Name>) {
  const canAct = row !== undefined && hasAction(row)
  const canPreview = row !== undefined && config.hasPreview && row.emptied === null
  return (
    <Dialog
      look="sheet"
      open={row !== undefined}
      onClose={onClose}
      title={row && config.titleOf(row)}
      actions={
        (canAct || canPreview) && (
          <>
            {canAct && <FailureButtons row={row} channel={config.channel} calls={calls} onLeave={onClose} />}
            {canPreview && (
              <Button kind="quiet" onClick={() => onPreview(row)}>
                <Eye />
                Vorschau
              </Button>
            )}
          </>
        )
      }
    >
      {row && (
        <div className="stack gap-5">
          {/* A success takes the focus from the button, which disappears. */}
          <OutcomeBanner outcome={calls.outcome} takesFocus={calls.outcome?.tone === 'good'} />
          <MessageReason row={row}>{config.explain(row)}</MessageReason>
          <Settled
            settled={row.settled}
            busy={calls.isSettling(row.id)}
            onReopen={() => calls.reopen(row.id)}
          />
          {row.kind === 'test' && row.status === 'sent' && <p className="muted">{TEST_SENT}</p>}
          {config.facts(row)}
        </div>
      )}
    </Dialog>
  )
}

type FailureButtonsProps = {
  row: UnsentMessage
  channel: Channel
  calls: MessageCalls
  /** Called before another page or sheet opens. */
  onLeave: () => void
}

/** The buttons for the remedy of a failure, and to mark it as settled. */
function FailureButtons({ row, channel, calls, onLeave }: FailureButtonsProps) {
  return (
    <>
      <RemedyButton
        row={row}
        channel={channel}
        busy={calls.isRetrying(row.id)}
        onResend={() => calls.retry(row.id)}
        onLeave={onLeave}
      />
      <SettleButton
        row={row}
        channel={channel}
        look="quiet"
        busy={calls.isSettling(row.id)}
        onSettle={() => calls.settle(row.id)}
      />
    </>
  )
}

/**
 * Returns whether staff have to settle the failure of the message, or can help a message that is no open
 * failure, such as one that waits for its next attempt.
 */
function hasAction({ open, remedy, settled }: UnsentMessage): boolean {
  const hasRemedy = remedy !== null && settled === null
  return open || hasRemedy
}

type SettledProps = { settled: UnsentMessage['settled']; busy: boolean; onReopen: () => void }

/** Says who settled the failure, with a button to reopen it. Empty for an unsettled failure. */
function Settled({ settled, busy, onReopen }: SettledProps) {
  if (settled === null) return null
  return (
    <p className="small">
      Erledigt von {settled.by || 'jemandem'}, {dateTime(settled.at)}.{' '}
      <Button kind="link" busy={busy} onClick={onReopen}>
        Wieder öffnen
      </Button>
    </p>
  )
}
