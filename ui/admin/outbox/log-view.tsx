import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Field, SelectInput, TextInput } from '../../components/field.tsx'
import adminStyles from '../components/admin.module.css'
import { MoreRows } from '../components/paged-rows.tsx'
import { TableSkeleton } from '../components/table-skeleton.tsx'
import { useAdminStatus } from '../components/use-admin-status.ts'
import type { LogConfig } from './log-config.ts'
import { displayOfMessage } from './message-status.ts'
import type { LogName, LogRows, useLog } from './use-logs.ts'

/** The filter in the URL: the search, the status, and '1' for open failures only. '' matches all. */
type LogFilter = Readonly<Record<'q' | 'status' | 'open', string>>

type LogViewProps<Name extends LogName> = {
  config: LogConfig<Name>
  log: ReturnType<typeof useLog<Name>>
  filter: LogFilter
  changeFilter: (change: Partial<LogFilter>) => void
  /** Returns the table of the rows, or of `emptyText` if there are none. */
  children: (rows: readonly LogRows[Name][], emptyText: ReactNode) => ReactNode
}

/** Shows a log with its filter, or a sentence while it loads, after a failure, or without rows. */
export function LogView<Name extends LogName>({
  config,
  log,
  filter,
  changeFilter,
  children,
}: LogViewProps<Name>) {
  const { name, statuses, searchPlaceholder, empty } = config
  const { rows, error, isFetching } = log
  const hasNoFilter = filter.q === '' && filter.status === '' && filter.open === ''
  const showAll = () => changeFilter({ q: '', status: '', open: '' })
  return (
    <>
      <div className={adminStyles.filters}>
        <Field label={<span className="visually-hidden">Suchen</span>}>
          <div className={adminStyles.search}>
            <TextInput
              type="search"
              autoComplete="off"
              spellCheck={false}
              placeholder={searchPlaceholder}
              value={filter.q}
              onChange={({ target }) => changeFilter({ q: target.value })}
            />
            <Search className="over" />
          </div>
        </Field>
        <Field label={<span className="visually-hidden">Status</span>}>
          <SelectInput
            value={filter.status}
            onChange={({ target }) => changeFilter({ status: target.value })}
          >
            <option value="">Alle Status</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {displayOfMessage(status).label}
              </option>
            ))}
          </SelectInput>
        </Field>
        <OpenFilter isOn={filter.open === '1'} onChange={(isOn) => changeFilter({ open: isOn ? '1' : '' })} />
        <p className={`muted small num ${adminStyles.state}`} role="status">
          {isFetching ? `Lade ${name} …` : rows && `${name}: ${rows.length} Einträge geladen.`}
        </p>
      </div>
      {rows
        ? children(rows, hasNoFilter ? empty : <NoMatch filter={filter} onShowAll={showAll} />)
        : !error && <TableSkeleton />}
      <MoreRows list={log} failure={`${name} konnten nicht geladen werden.`} />
    </>
  )
}

/** Filters by the failures that the practice should act on, and shows their number in all channels. */
function OpenFilter({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const failedCount = useAdminStatus().data?.counts.failed ?? 0
  return (
    <div className={adminStyles.option}>
      <Checkbox checked={isOn} onChange={({ target }) => onChange(target.checked)}>
        Nur offene Fehler{failedCount > 0 && <span className="num"> ({failedCount})</span>}
      </Checkbox>
    </div>
  )
}

/** Says that no row matches the filter, with a button that clears it. */
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
