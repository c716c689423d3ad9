import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { AUDIT_KINDS } from '../../../src/shared/audit.ts'
import { dateTimeToTheSecond } from '../../../src/shared/format.ts'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { keyOf } from '../../api/query-key.ts'
import { Field, SelectInput } from '../../components/field.tsx'
import styles from '../components/admin.module.css'
import { DataTable } from '../components/data-table.tsx'
import { PageHead } from '../components/page.tsx'
import { MoreRows, usePagedRows } from '../components/paged-rows.tsx'
import type { Column } from '../components/table-column.ts'
import { TableSkeleton } from '../components/table-skeleton.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { DayField } from '../forms/day-field.tsx'
import { changeTexts } from './audit-changes.ts'
import { type AuditRow, actorText, auditSentence } from './audit-sentence.ts'

/** The number of entries in a page. Older ones are loaded on demand. */
const PAGE_ROWS = 50

/** The filter in the URL; '' matches all. */
type AuditFilter = Readonly<Record<'actor' | 'kind' | 'on', string>>

const COLUMNS: readonly Column<AuditRow>[] = [
  {
    name: 'at',
    label: 'Wann',
    width: '28%',
    wraps: true,
    cell: ({ at }) => <time dateTime={at}>{dateTimeToTheSecond(at)}</time>,
  },
  { name: 'action', label: 'Was', wraps: true, cell: (row) => <ActionSentence row={row} /> },
]

/** The page of the audit, newest entries first. The filter is in the URL. */
export function AuditPage() {
  const [filter, changeFilter] = useSearchState('actor', 'kind', 'on')
  const log = useAuditLog(filter)
  const hasFilter = Object.values(filter).some((value) => value !== '')
  return (
    <>
      <PageHead
        title="Protokoll"
        lead="Wer wann was getan hat. Niemand kann hier etwas ändern oder löschen."
      />
      <AuditFilters filter={filter} onChange={changeFilter} />
      <div className="stack">
        {log.rows && (
          <div className="card">
            <DataTable
              caption="Protokoll"
              columns={COLUMNS}
              rows={log.rows}
              keyOf={({ id }) => id}
              empty={
                hasFilter
                  ? 'Dazu steht nichts im Protokoll.'
                  : 'Hier steht, wer sich angemeldet, Einstellungen geändert oder über Termine entschieden hat. Noch ist nichts geschehen.'
              }
            />
          </div>
        )}
        {log.isPending && (
          <div role="status">
            <span className="visually-hidden">Lade Protokoll …</span>
            <TableSkeleton />
          </div>
        )}
        <MoreRows list={log} failure="Das Protokoll konnte nicht geladen werden." />
      </div>
    </>
  )
}

type AuditFiltersProps = { filter: AuditFilter; onChange: (change: Partial<AuditFilter>) => void }

/** The fields that choose which entries are listed. */
function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const actors = useQuery(adminQuery(admin.audit.actors, {}))
  return (
    <div className={styles.filters}>
      <Field label="Person">
        <SelectInput value={filter.actor} onChange={({ target }) => onChange({ actor: target.value })}>
          <option value="">Alle Personen</option>
          {actors.data?.actors.map(({ actor, person }) => (
            <option key={actor} value={actor}>
              {actorText(person)}
            </option>
          ))}
        </SelectInput>
      </Field>
      <Field label="Art">
        <SelectInput value={filter.kind} onChange={({ target }) => onChange({ kind: target.value })}>
          <option value="">Alles</option>
          {Object.entries(AUDIT_KINDS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectInput>
      </Field>
      <DayField label="Tag" kind="past" value={filter.on} onChange={(on) => onChange({ on })} />
    </div>
  )
}

/** Loads the entries that match the filter, page by page. */
function useAuditLog(filter: AuditFilter) {
  const usedFilters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  return usePagedRows({
    queryKey: keyOf('admin', admin.audit.$path({ query: usedFilters })),
    load: async (cursor, signal) => {
      const query = { ...usedFilters, limit: String(PAGE_ROWS), ...cursor }
      const { entries, more } = await adminRequest(admin.audit.$get({ query }, { init: { signal } }))
      return { rows: entries, more }
    },
    // The entries must not move while somebody reads them.
    refetchOnWindowFocus: false,
  })
}

/** An entry as a sentence, with a link to its object, and the changed fields below it. */
function ActionSentence({ row }: { row: AuditRow }) {
  const { textBefore, target, textAfter } = auditSentence(row)
  const changes = changeTexts(row)
  return (
    <div>
      <span className="medium">{actorText(row.person)}</span> {textBefore}
      {target?.to ? <Link to={target.to}>{target.text}</Link> : target?.text}
      {textAfter}
      {changes.length > 0 && (
        <ul className="muted">
          {changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
