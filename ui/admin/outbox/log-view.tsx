import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { LoadFailure } from '../../components/loaded.tsx'
import { SelectInput } from '../../components/select-input.tsx'
import { TableSkeleton } from '../components/data-table.tsx'
import { SearchInput } from '../components/search-input.tsx'
import { filterEntries, type LogFilter } from './log-entries.ts'
import styles from './log-view.module.css'
import { displayOfMessage, type MessageStatus } from './message-status.ts'
import { useLogFilter } from './use-log-address.ts'
import type { Log } from './use-logs.ts'

type LogViewProps<Entry> = {
  /** As the specification names the list: "E-Mail Logs". */
  name: string
  log: Log<Entry>
  statuses: readonly MessageStatus[]
  /** What can be searched, in words and in the entry. */
  searched: string
  textsOf: (entry: Entry) => readonly (string | null)[]
  /** Says that nothing was ever sent. */
  empty: string
  /** The table; it shows `nothing` where no entry is left. */
  children: (entries: readonly Entry[], nothing: ReactNode) => ReactNode
}

/** One of the two lists: narrowed by the address, and what it says while loading, when it failed and when it is empty. */
export function LogView<Entry extends { status: string }>({
  name,
  log,
  statuses,
  searched,
  textsOf,
  empty,
  children,
}: LogViewProps<Entry>) {
  const [filter, narrow] = useLogFilter(statuses)
  const { data, error, isFetching } = log
  const entries = filterEntries(data ?? [], filter, textsOf)
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.search}>
          <Field label={<span className="visually-hidden">Suchen</span>}>
            <SearchInput
              placeholder={searched}
              value={filter.text}
              onChange={({ target }) => narrow({ text: target.value })}
            />
          </Field>
        </div>
        <div className={styles.status}>
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
        </div>
        <p className={styles.said} role="status">
          {said(name, { loaded: data?.length, shown: entries.length, isFetching, filter })}
        </p>
      </div>
      {error && (
        <div className={styles.failure}>
          <LoadFailure
            error={error}
            sentence={`${name} konnten nicht geladen werden.`}
            busy={isFetching}
            onRetry={() => void log.refetch()}
          />
        </div>
      )}
      {data ? (
        <Card>
          {children(entries, data.length === 0 ? empty : <NoneFits onShowAll={() => narrow(ALL)} />)}
        </Card>
      ) : (
        !error && <TableSkeleton />
      )}
    </>
  )
}

const ALL: LogFilter = { text: '', status: '' }

function NoneFits({ onShowAll }: { onShowAll: () => void }) {
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

/** How the list stands, in a sentence (specification section 8). */
function said(name: string, { loaded, shown, isFetching, filter }: State): string {
  if (isFetching) return `Lade ${name} …`
  if (loaded === undefined) return ''
  const narrowed = filter.text !== '' || filter.status !== ''
  return `${name}: ${loaded} Einträge geladen.${narrowed ? ` ${shown} davon passen.` : ''}`
}
