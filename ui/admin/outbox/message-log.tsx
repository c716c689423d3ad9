import type { Channel } from '../../../src/shared/messages/message-kinds.ts'
import { Button } from '../../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { EmailPreviewDialog } from './email-preview-dialog.tsx'
import { failureColumns } from './failure-columns.tsx'
import type { LogConfig } from './log-config.ts'
import { LogView } from './log-view.tsx'
import { MessageDetails } from './message-details.tsx'
import styles from './outbox.module.css'
import { RemedyButton, SettleButton, type UnsentMessage } from './remedies.tsx'
import { type LogName, type LogRows, useLog } from './use-logs.ts'
import { type MessageCalls, useMessageCalls } from './use-message-calls.ts'
import { useOpenedMessage } from './use-opened-message.ts'

/**
 * Shows the messages of one channel as a table with a filter, and the sheets that a row opens: its details,
 * which the browser's Back button closes, and the preview of an e-mail. The first row is highlighted until
 * another one is opened.
 */
export function MessageLog<Name extends LogName>({ config }: { config: LogConfig<Name> }) {
  const calls = useMessageCalls(config.log)
  const { retriedAt } = calls
  const [filter, changeFilter] = useSearchState('q', 'status', 'open')
  const status = config.statuses.find((each) => each === filter.status)
  const showsOnlyOpen = filter.open === '1'
  const log = useLog(config.log, { status, search: filter.q, onlyOpen: showsOnlyOpen }, { retriedAt })
  const openedMessage = useOpenedMessage({ log: config.log, filteredRows: log.rows, calls })
  const { opened, previewed, markedId, dialogs, closeDetails, closePreview } = openedMessage
  const buttonsOf = (row: LogRows[Name]) => <RowButtons row={row} channel={config.channel} calls={calls} />
  return (
    <>
      <LogView config={config} log={log} filter={filter} changeFilter={changeFilter}>
        {(rows, emptyText) => (
          <>
            {/* While the details are open, they show the outcome themselves. */}
            {opened === undefined && <LastOutcome calls={calls} />}
            <div className="card">
              <DataTable
                caption={config.caption}
                columns={
                  showsOnlyOpen ? failureColumns(dialogs.openDetails, buttonsOf) : config.columns(dialogs)
                }
                rows={rows}
                keyOf={({ id }) => id}
                chosenKey={highlightedId(rows, markedId)}
                onChoose={dialogs.openDetails}
                empty={emptyText}
                compact
              />
            </div>
          </>
        )}
      </LogView>
      <MessageDetails
        config={config}
        row={opened}
        calls={calls}
        onPreview={dialogs.openPreview}
        onClose={closeDetails}
      />
      {config.hasPreview && <EmailPreviewDialog email={previewed} onClose={closePreview} />}
    </>
  )
}

/** Returns the id of the marked row, or of the first one if the marked row is not listed. */
function highlightedId(rows: readonly { id: number }[], markedId: number | undefined): number | undefined {
  return rows.some(({ id }) => id === markedId) ? markedId : rows[0]?.id
}

type RowButtonsProps = { row: UnsentMessage; channel: Channel; calls: MessageCalls }

/** The buttons of an open failure: one for the remedy, and one to mark the failure as settled. */
function RowButtons({ row, channel, calls }: RowButtonsProps) {
  return (
    <div className={styles.buttons}>
      <RemedyButton
        row={row}
        channel={channel}
        busy={calls.isRetrying(row.id)}
        onResend={() => calls.retry(row.id)}
      />
      <SettleButton
        row={row}
        channel={channel}
        look="link"
        busy={calls.isSettling(row.id)}
        onSettle={() => calls.settle(row.id)}
      />
    </div>
  )
}

/** Shows the outcome of the last press in a row, with a button to reopen a settled failure. */
function LastOutcome({ calls: { outcome, settledId, reopen } }: { calls: MessageCalls }) {
  return (
    <div className={outcome && 'mb-4'}>
      <OutcomeBanner outcome={outcome} takesFocus={outcome?.tone === 'good'}>
        {settledId !== undefined && (
          <Button kind="link" onClick={() => reopen(settledId)}>
            Rückgängig
          </Button>
        )}
      </OutcomeBanner>
    </div>
  )
}
