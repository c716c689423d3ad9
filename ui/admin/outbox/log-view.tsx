import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { LoadFailure } from '../../components/loaded.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import styles from '../admin.module.css'
import { TableSkeleton } from '../components/data-table.tsx'
import { SearchInput } from '../components/search-input.tsx'
import type { LogConfig } from './log-config.ts'
import { filterEntries, type LogFilter } from './log-entries.ts'
import { displayOfMessage } from './message-status.ts'
import { useLogFilter } from './use-log-address.ts'
import type { Entries, LogName, useLog } from './use-logs.ts'

type LogViewProps<Name extends LogName> = {
  config: LogConfig<Name>
  log: ReturnType<typeof useLog<Name>>
  /** The table; it shows `nothing` where no entry is left. */
  children: (entries: readonly Entries[Name][], nothing: ReactNode) => ReactNode
}

/** A log with its filter, and the sentences while it is loading, could not be loaded or is empty. */
export function LogView<Name extends LogName>({ config, log, children }: LogViewProps<Name>) {
  const { name, statuses, searched, textsOf, empty } = config
  const [filter, narrow] = useLogFilter(statuses)
  const { data, error, isFetching } = log
  const entries = filterEntries(data ?? [], filter, textsOf)
  return (
    <>
      <div className={styles.filters}>
        <Field label={<span className="visually-hidden">Suchen</span>}>
          <SearchInput
            placeholder={searched}
            value={filter.text}
            onChange={({ target }) => narrow({ text: target.value })}
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
          {stateText(name, { loaded: data?.length, shown: entries.length, isFetching, filter })}
        </p>
      </div>
      {error && (
        <LoadFailure
          error={error}
          sentence={`${name} konnten nicht geladen werden.`}
          busy={isFetching}
          onRetry={() => void log.refetch()}
        />
      )}
      {data ? (
        <Card>
          {children(entries, data.length === 0 ? empty : <NoMatch onShowAll={() => narrow(ALL)} />)}
        </Card>
      ) : (
        !error && <TableSkeleton />
      )}
    </>
  )
}

const ALL: LogFilter = { text: '', status: '' }

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
  const narrowed = filter.text !== '' || filter.status !== ''
  return `${name}: ${loaded} Einträge geladen.${narrowed ? ` ${shown} davon passen.` : ''}`
}
