import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Channel } from '../../../src/shared/messages/message-kinds.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox, Field, SelectInput, TextInput } from '../../components/field.tsx'
import adminStyles from '../components/admin.module.css'
import { DataTable, TableSkeleton } from '../components/data-table.tsx'
import { MoreRows } from '../components/paged-rows.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
import { type LogConfig, openColumns, type RowActions } from './log-columns.tsx'
import { EmailPreview, MessageDetails } from './message-details.tsx'
import { displayOfMessage } from './message-status.ts'
import styles from './outbox.module.css'
import { RemedyButton, SettleButton, type Stopped } from './remedies.tsx'
import { useAdminStatus } from './use-admin-status.ts'
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
  const log = useLog(config.log, { status, search: filter.q, open: onlyOpen }, retry.submittedAt)
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<LogRows[Name]>()
  const all = useLog(config.log, {}, retry.submittedAt, opened !== undefined)
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

/** The filter in the address. '' shows all. */
type LogFilter = Readonly<Record<'q' | 'status' | 'open', string>>

type LogViewProps<Name extends LogName> = {
  config: LogConfig<Name>
  log: ReturnType<typeof useLog<Name>>
  filter: LogFilter
  narrow: (change: Partial<LogFilter>) => void
  /** Returns the table, which shows `nothing` if it has no rows. */
  children: (rows: readonly LogRows[Name][], nothing: ReactNode) => ReactNode
}

/** Shows a log with its filter, or a sentence while it is loading, after a failure and without rows. */
function LogView<Name extends LogName>({ config, log, filter, narrow, children }: LogViewProps<Name>) {
  const { name, statuses, searched, empty } = config
  const { rows, error, isFetching } = log
  const isAll = filter.q === '' && filter.status === '' && filter.open === ''
  const showAll = () => narrow({ q: '', status: '', open: '' })
  return (
    <>
      <div className={adminStyles.filters}>
        <Field label={<span className="visually-hidden">Suchen</span>}>
          <div className={adminStyles.search}>
            <TextInput
              type="search"
              autoComplete="off"
              spellCheck={false}
              placeholder={searched}
              value={filter.q}
              onChange={({ target }) => narrow({ q: target.value })}
            />
            <Search className="over" />
          </div>
        </Field>
        <Field label={<span className="visually-hidden">Status</span>}>
          <SelectInput value={filter.status} onChange={({ target }) => narrow({ status: target.value })}>
            <option value="">Alle Status</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {displayOfMessage(status).label}
              </option>
            ))}
          </SelectInput>
        </Field>
        <OpenFilter isOn={filter.open === '1'} onChange={(isOn) => narrow({ open: isOn ? '1' : '' })} />
        <p className={`muted small num ${adminStyles.state}`} role="status">
          {stateText(name, rows?.length, isFetching)}
        </p>
      </div>
      {rows
        ? children(rows, isAll ? empty : <NoMatch filter={filter} onShowAll={showAll} />)
        : !error && <TableSkeleton />}
      <MoreRows log={log} failure={`${name} konnten nicht geladen werden.`} />
    </>
  )
}

/** Narrows the list to the failures that the practice should act on, with the number of all channels. */
function OpenFilter({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const failed = useAdminStatus().data?.counts.failed ?? 0
  return (
    <div className={adminStyles.option}>
      <Checkbox checked={isOn} onChange={({ target }) => onChange(target.checked)}>
        Nur offene Fehler{failed > 0 && <span className="num"> ({failed})</span>}
      </Checkbox>
    </div>
  )
}

function NoMatch({ filter, onShowAll }: { filter: LogFilter; onShowAll: () => void }) {
  const isOpenOnly = filter.open === '1' && filter.q === '' && filter.status === ''
  return (
    <>
      {isOpenOnly ? 'Hier ist nichts offen.' : 'Kein Eintrag passt zu Ihrer Suche.'}{' '}
      <Button kind="link" onClick={onShowAll}>
        Alle Einträge zeigen
      </Button>
    </>
  )
}

function stateText(name: string, loaded: number | undefined, isFetching: boolean): string {
  if (isFetching) return `Lade ${name} …`
  return loaded === undefined ? '' : `${name}: ${loaded} Einträge geladen.`
}
