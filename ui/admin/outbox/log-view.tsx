import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, SelectInput, TextInput } from '../../components/field.tsx'
import styles from '../admin.module.css'
import { TableSkeleton } from '../components/data-table.tsx'
import { MoreRows } from '../components/paged-rows.tsx'
import type { LogConfig } from './log-config.ts'
import { displayOfMessage } from './message-status.ts'
import type { Entries, LogName, useLog } from './use-logs.ts'

/** In the address; '' for all. */
type LogFilter = Readonly<Record<'q' | 'status', string>>

type LogViewProps<Name extends LogName> = {
  config: LogConfig<Name>
  log: ReturnType<typeof useLog<Name>>
  filter: LogFilter
  narrow: (change: Partial<LogFilter>) => void
  /** The table; it shows `nothing` where no entry is left. */
  children: (entries: readonly Entries[Name][], nothing: ReactNode) => ReactNode
}

/** A log with its filter, and the sentences while it is loading, could not be loaded or is empty. */
export function LogView<Name extends LogName>({ config, log, filter, narrow, children }: LogViewProps<Name>) {
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
