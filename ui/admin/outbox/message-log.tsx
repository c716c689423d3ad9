import { useState } from 'react'
import type { Channel } from '../../../src/shared/messages/message-kinds.ts'
import { Button } from '../../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
import { openColumns } from './log-columns.tsx'
import type { LogConfig, RowActions } from './log-config.ts'
import { LogView } from './log-view.tsx'
import { EmailPreview, MessageDetails } from './message-details.tsx'
import styles from './outbox.module.css'
import { RemedyButton, SettleButton, type Stopped } from './remedies.tsx'
import {
  type LogName,
  type LogRows,
  type Retry,
  type Settling,
  useLog,
  useRetry,
  useSettling,
} from './use-logs.ts'

/** Shows the messages of one channel with their details and previews. The first row is selected at first. */
export function MessageLog<Name extends LogName>({ config }: { config: LogConfig<Name> }) {
  const retry = useRetry(config.log)
  const settling = useSettling(config.log)
  const [filter, narrow] = useSearchState('q', 'status', 'open')
  const status = config.statuses.find((known) => known === filter.status)
  const onlyOpen = filter.open === '1'
  const retriedAt = retry.submittedAt
  const log = useLog(config.log, { status, search: filter.q, open: onlyOpen }, { retriedAt })
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<LogRows[Name]>()
  const all = useLog(config.log, {}, { retriedAt, enabled: opened !== undefined })
  const [previewed, setPreviewed] = useState<LogRows[Name]>()
  // The details show the message as it is now, even if its new status has removed it from the list.
  const latest = (row: LogRows[Name] | undefined) =>
    row && ([...(log.rows ?? []), ...(all.rows ?? [])].find(({ id }) => id === row.id) ?? row)
  const actions: RowActions<LogRows[Name]> = {
    open: (row) => {
      retry.reset()
      settling.reset()
      setSelected(row.id)
      setOpened(row)
    },
    preview: (row) => {
      setSelected(row.id)
      setPreviewed(row)
    },
  }
  const buttons = (row: LogRows[Name]) => (
    <RowButtons row={row} channel={config.channel} retry={retry} settling={settling} />
  )
  return (
    <>
      <LogView config={config} log={log} filter={filter} narrow={narrow}>
        {(rows, nothing) => (
          <>
            {opened === undefined && <LastPress retry={retry} settling={settling} />}
            <div className="card">
              <DataTable
                caption={config.caption}
                columns={onlyOpen ? openColumns(actions, buttons) : config.columns(actions)}
                rows={rows}
                keyOf={({ id }) => id}
                chosenKey={(rows.find(({ id }) => id === selected) ?? rows[0])?.id}
                onChoose={actions.open}
                empty={nothing}
                compact
              />
            </div>
          </>
        )}
      </LogView>
      <MessageDetails
        config={config}
        row={latest(opened)}
        retry={retry}
        settling={settling}
        onPreview={actions.preview}
        onClose={() => {
          retry.reset()
          settling.reset()
          setOpened(undefined)
        }}
      />
      {config.hasPreview && <EmailPreview email={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}

type Presses = { retry: Retry; settling: Settling }

/** The buttons of an open failure: what is possible, and that it was settled in another way. */
function RowButtons({ row, channel, retry, settling }: Presses & { row: Stopped; channel: Channel }) {
  return (
    <div className={styles.buttons}>
      <RemedyButton
        row={row}
        channel={channel}
        busy={retry.isPending && retry.variables === row.id}
        onResend={() => {
          settling.reset()
          retry.mutate(row.id)
        }}
      />
      <SettleButton
        row={row}
        channel={channel}
        look="link"
        busy={settling.isPending && settling.variables.id === row.id}
        onSettle={() => {
          retry.reset()
          settling.mutate({ id: row.id, settles: true })
        }}
      />
    </div>
  )
}

/** Says what became of the last press on a row, and takes back that a failure was settled. */
function LastPress({ retry, settling }: Presses) {
  const settled = settling.isSuccess && settling.variables.settles ? settling.variables.id : undefined
  const outcome =
    toOutcome(retry.error, 'Noch einmal senden fehlgeschlagen.', retry.data?.message) ??
    toOutcome(settling.error, 'Das konnte nicht gespeichert werden.', settling.data?.message)
  return (
    <div className={outcome && 'mb-4'}>
      <OutcomeBanner outcome={outcome} takesFocus={outcome?.tone === 'good'}>
        {settled !== undefined && (
          <Button kind="link" onClick={() => settling.mutate({ id: settled, settles: false })}>
            Rückgängig
          </Button>
        )}
      </OutcomeBanner>
    </div>
  )
}
