import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import styles from '../admin.module.css'
import { TableSkeleton } from '../components/data-table.tsx'
import { MoreRows } from '../components/paged-rows.tsx'
import { SearchInput } from '../components/search-input.tsx'
import type { LogConfig } from './log-config.ts'
import { searchEntries } from './log-entries.ts'
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
  const { name, statuses, searched, textsOf, empty } = config
  const { rows, error, isFetching } = log
  const entries = searchEntries(rows ?? [], filter.q, textsOf)
  return (
    <>
      <div className={styles.filters}>
        <Field label={<span className="visually-hidden">Suchen</span>}>
          <SearchInput
            placeholder={searched}
            value={filter.q}
            onChange={({ target }) => narrow({ q: target.value })}
          />
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
          {stateText(name, { loaded: rows?.length, shown: entries.length, isFetching, filter })}
        </p>
      </div>
      {rows ? (
        <Card>
          {children(
            entries,
            rows.length === 0 && filter.status === '' ? (
              empty
            ) : (
              <NoMatch onShowAll={() => narrow({ q: '', status: '' })} />
            ),
          )}
        </Card>
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

type State = { loaded: number | undefined; shown: number; isFetching: boolean; filter: LogFilter }

function stateText(name: string, { loaded, shown, isFetching, filter }: State): string {
  if (isFetching) return `Lade ${name} …`
  if (loaded === undefined) return ''
  return `${name}: ${loaded} Einträge geladen.${filter.q === '' ? '' : ` ${shown} davon passen.`}`
}
