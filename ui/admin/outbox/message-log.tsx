import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, SelectInput, TextInput } from '../../components/field.tsx'
import styles from '../components/admin.module.css'
import { DataTable, TableSkeleton } from '../components/data-table.tsx'
import { MoreRows } from '../components/paged-rows.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import type { LogConfig, RowActions } from './log-columns.tsx'
import { EmailPreview, MessageDetails } from './message-details.tsx'
import { displayOfMessage } from './message-status.ts'
import { type LogName, type LogRows, useLog, useRetry } from './use-logs.ts'

/** Shows the messages of one channel with their details and previews. The first row is selected at first. */
export function MessageLog<Name extends LogName>({ config }: { config: LogConfig<Name> }) {
  const retry = useRetry(config.log)
  const [filter, narrow] = useSearchState('q', 'status')
  const status = config.statuses.find((known) => known === filter.status)
  const log = useLog(config.log, { status, search: filter.q }, retry.submittedAt)
  const all = useLog(config.log, {}, retry.submittedAt)
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<LogRows[Name]>()
  const [previewed, setPreviewed] = useState<LogRows[Name]>()
  // The details show the message as it is now, even if its new status has removed it from the list.
  const latest = (row: LogRows[Name] | undefined) =>
    row && ([...(log.rows ?? []), ...(all.rows ?? [])].find(({ id }) => id === row.id) ?? row)
  const actions: RowActions<LogRows[Name]> = {
    open: (row) => {
      retry.reset()
      setSelected(row.id)
      setOpened(row)
    },
    preview: (row) => {
      setSelected(row.id)
      setPreviewed(row)
    },
  }
  return (
    <>
      <LogView config={config} log={log} filter={filter} narrow={narrow}>
        {(rows, nothing) => (
          <DataTable
            caption={config.caption}
            columns={config.columns(actions)}
            rows={rows}
            keyOf={({ id }) => id}
            chosen={(rows.find(({ id }) => id === selected) ?? rows[0])?.id}
            onChoose={actions.open}
            empty={nothing}
          />
        )}
      </LogView>
      <MessageDetails
        config={config}
        row={latest(opened)}
        retry={retry}
        onPreview={actions.preview}
        onClose={() => setOpened(undefined)}
      />
      {config.hasPreview && <EmailPreview email={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}

/** The filter in the address. '' shows all. */
type LogFilter = Readonly<Record<'q' | 'status', string>>

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
  return (
    <>
      <div className={styles.filters}>
        <Field label={<span className="visually-hidden">Suchen</span>}>
          <div className={styles.search}>
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
        <p className={`muted small num ${styles.state}`} role="status">
          {stateText(name, rows?.length, isFetching)}
        </p>
      </div>
      {rows ? (
        <div className="card">
          {children(
            rows,
            filter.q === '' && filter.status === '' ? (
              empty
            ) : (
              <NoMatch onShowAll={() => narrow({ q: '', status: '' })} />
            ),
          )}
        </div>
      ) : (
        !error && <TableSkeleton />
      )}
      <MoreRows log={log} failure={`${name} konnten nicht geladen werden.`} />
    </>
  )
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <>
      Kein Eintrag passt zu Ihrer Suche.{' '}
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
