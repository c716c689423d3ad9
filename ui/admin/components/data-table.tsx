import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import styles from './data-table.module.css'
import { sortRows } from './sort-rows.ts'

export type Column<Row> = {
  /** Names it in the address while the table is sorted by it. */
  name: string
  label: string
  /** Hides the label from sight: a column of buttons. */
  quiet?: boolean
  /** Share of the width, as `30%`. */
  width?: string
  /** Left out on phones, where every cell is a line of its own. */
  wideOnly?: boolean
  cell: (row: Row) => ReactNode
  /** Makes the column sortable. Texts are compared as people in Austria do. */
  sortBy?: (row: Row) => string | number
}

type DataTableProps<Row> = {
  /** What a screen reader calls the table. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The row that is chosen: tinted. */
  chosen?: string | number | undefined
  /** A press anywhere on the row; the first column should hold a button that does the same for the keyboard. */
  onChoose?: (row: Row) => void
  /** What would stand here. */
  empty: ReactNode
}

/** Dense rows under a head that stays; sorted by the address (`?sort=created` or `-created`). On a phone each row is a small board. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  chosen,
  onChoose,
  empty,
}: DataTableProps<Row>) {
  const [search, setSearch] = useSearchParams()
  const sort = search.get('sort') ?? ''
  const by = columns.find(({ name, sortBy }) => sortBy && name === sort.replace(/^-/, ''))

  const toggle = (name: string) =>
    setSearch(
      (before) => {
        before.set('sort', sort === name ? `-${name}` : name)
        return before
      },
      { replace: true },
    )

  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <colgroup>
        {columns.map(({ name, width }) => (
          <col key={name} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ name, label, quiet, sortBy }) => (
            <th key={name} scope="col" aria-sort={by?.name === name ? direction(sort) : undefined}>
              {sortBy ? (
                <button type="button" className={styles.sort} onClick={() => toggle(name)}>
                  {label}
                  {by?.name === name && (sort.startsWith('-') ? <ArrowDown /> : <ArrowUp />)}
                </button>
              ) : (
                <span className={quiet ? 'visually-hidden' : undefined}>{label}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sortRows(rows, by?.sortBy, sort.startsWith('-')).map((row) => (
          <tr
            key={keyOf(row)}
            data-chosen={keyOf(row) === chosen || undefined}
            aria-current={keyOf(row) === chosen || undefined}
            data-pressable={onChoose ? true : undefined}
            onClick={onChoose && ((event) => !isControl(event.target) && onChoose(row))}
          >
            {columns.map(({ name, label, quiet, wideOnly, cell }) => (
              <td key={name} data-label={quiet ? undefined : label} data-wide-only={wideOnly}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function direction(sort: string): 'ascending' | 'descending' {
  return sort.startsWith('-') ? 'descending' : 'ascending'
}

/** A button within the row does its own work and no more. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button') !== null
}
