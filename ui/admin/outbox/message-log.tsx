import { useState } from 'react'
import type { Channel } from '../../../src/shared/messages/message-kinds.ts'
import { Button } from '../../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { EmailPreviewDialog } from './email-preview-dialog.tsx'
import { failureColumns } from './log-columns.tsx'
import type { LogConfig, RowDialogs } from './log-config.ts'
import { LogView } from './log-view.tsx'
import { MessageDetails } from './message-details.tsx'
import styles from './outbox.module.css'
import { RemedyButton, SettleButton, type Stopped } from './remedies.tsx'
import { type LogName, type LogRows, useLog } from './use-logs.ts'
import { type MessageCalls, useMessageCalls } from './use-message-calls.ts'

/**
 * Shows the messages of one channel as a table with a filter, and the sheets that a row opens: its details,
 * which the browser's Back button closes, and the preview of an e-mail. The first row is highlighted until
 * another one is opened.
 */
export function MessageLog<Name extends LogName>({ config }: { config: LogConfig<Name> }) {
  const calls = useMessageCalls(config.log)
  const { retriedAt } = calls
  // `entry` is the id of the message whose details are open.
  const [filter, changeFilter] = useSearchState('q', 'status', 'open', 'entry')
  const status = config.statuses.find((each) => each === filter.status)
  const onlyOpen = filter.open === '1'
  const log = useLog(config.log, { status, search: filter.q, open: onlyOpen }, { retriedAt })
  /** The row that stays highlighted after its details or preview are closed. */
  const [markedId, setMarkedId] = useState<number>()
  /** The message whose details were opened last, as it was then. */
  const [lastOpened, setLastOpened] = useState<LogRows[Name]>()
  const [previewed, setPreviewed] = useState<LogRows[Name]>()
  // The details show the message as it is now, even if its new status has removed it from the filtered list.
  const unfilteredLog = useLog(config.log, {}, { retriedAt, enabled: filter.entry !== '' })
  const loadedRows = [...(log.rows ?? []), ...(unfilteredLog.rows ?? [])]
  const knownRows = lastOpened ? [...loadedRows, lastOpened] : loadedRows
  const opened = knownRows.find(({ id }) => String(id) === filter.entry)
  const dialogs: RowDialogs<LogRows[Name]> = {
    openDetails: (row) => {
      // The details must not show the outcome of another message.
      calls.reset()
      setMarkedId(row.id)
      setLastOpened(row)
      changeFilter({ entry: String(row.id) }, { push: true })
    },
    openPreview: (row) => {
      setMarkedId(row.id)
      setPreviewed(row)
    },
  }
  const buttons = (row: LogRows[Name]) => <RowButtons row={row} channel={config.channel} calls={calls} />
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
                columns={onlyOpen ? failureColumns(dialogs, buttons) : config.columns(dialogs)}
                rows={rows}
                keyOf={({ id }) => id}
                chosenKey={(rows.find(({ id }) => id === markedId) ?? rows[0])?.id}
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
        onClose={() => {
          calls.reset()
          changeFilter({ entry: '' })
        }}
      />
      {config.hasPreview && <EmailPreviewDialog email={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}

type RowButtonsProps = { row: Stopped; channel: Channel; calls: MessageCalls }

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
