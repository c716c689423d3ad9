import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './data-table.module.css'
import { useSearchState } from './use-search-state.ts'

export type Column<Row> = {
  /** The column's name in the address while the table is sorted by it. */
  name: string
  label: string
  /** Hides the label from sight: a column of buttons. */
  hidesLabel?: boolean
  /** A CSS width: `30%`. */
  width?: string
  /** The width on a tablet, where it is another one. */
  tabletWidth?: string
  /** Hidden on a phone, where every cell takes a line. */
  wideOnly?: boolean
  /** Hidden on a tablet, where the other cells need the room; a row of the list on a phone has it. */
  dropsFirst?: boolean
  /** In a compact table, on a phone: beside the first cell instead of in a line of its own. */
  beside?: boolean
  /** Shows the whole text, in several lines where it is long. */
  wraps?: boolean
  cell: (row: Row) => ReactNode
  /** Makes the column sortable. */
  sortBy?: (row: Row) => string | number
}

type DataTableProps<Row> = {
  /** The table's name for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number

  chosen?: string | number | undefined
  /**
   * A press anywhere on the row; the first column should hold a button that does the same for the keyboard.
   */
  onChoose?: (row: Row) => void
  /** Shown when there are no rows. */
  empty: ReactNode
  /** True for one line a cell without labels on a phone, and for one line a row elsewhere. */
  compact?: boolean
}

/**
 * A table whose order is in the address (`?sort=created` or `?sort=-created`). With less than 690 px for it,
 * each row is a list of its cells.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  chosen,
  onChoose,
  empty,
  compact = false,
}: DataTableProps<Row>) {
  const [{ sort }, change] = useSearchState('sort')
  const by = columns.find(({ name, sortBy }) => sortBy && name === sort.replace(/^-/, ''))

  const toggle = (name: string) => change({ sort: sort === name ? `-${name}` : name })

  if (rows.length === 0) return <p className="padded muted">{empty}</p>
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-compact={compact || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          {columns.map(({ name, width = 'auto', tabletWidth = width, dropsFirst }) => (
            <col
              key={name}
              style={{ '--width': width, '--tablet-width': tabletWidth } as CSSProperties}
              data-drops-first={dropsFirst}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ name, label, hidesLabel, dropsFirst, sortBy }) => (
              <th
                key={name}
                scope="col"
                data-drops-first={dropsFirst}
                aria-sort={by?.name === name ? direction(sort) : undefined}
              >
                {sortBy ? (
                  <button type="button" className="with-icon" onClick={() => toggle(name)}>
                    {label}
                    {by?.name === name && (sort.startsWith('-') ? <ArrowDown /> : <ArrowUp />)}
                  </button>
                ) : (
                  <span className={hidesLabel ? 'visually-hidden' : undefined}>{label}</span>
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
              {columns.map(({ name, label, hidesLabel, wideOnly, dropsFirst, beside, wraps, cell }) => (
                <td
                  key={name}
                  data-label={hidesLabel ? undefined : label}
                  data-wide-only={wideOnly}
                  data-drops-first={dropsFirst}
                  data-wraps={wraps}
                  data-beside={beside}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function direction(sort: string): 'ascending' | 'descending' {
  return sort.startsWith('-') ? 'descending' : 'ascending'
}

/** Returns whether the press was on a button or link, which must not choose the row too. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button') !== null
}

/** The button in a row's first cell. It does by keyboard what a press on the row does. */
export function RowButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="plain-link medium ellipsis" aria-haspopup="dialog" onClick={onPress}>
      {children}
    </button>
  )
}

type TableSkeletonProps = {
  rows?: number
  /** Lines of a row on a phone. */
  lines?: number
}

/** Reserves the room of a DataTable of so many rows that is still loading. */
export function TableSkeleton({ rows = 8, lines = 1 }: TableSkeletonProps) {
  return (
    <div className={`card ${styles.frame}`}>
      <div className={`rows ${styles.loading}`} style={{ '--lines': lines } as CSSProperties}>
        {Array.from({ length: rows }, (_, row) => row).map((row) => (
          <div key={row} className="row between">
            <Skeleton height={26} width="42%" />
            <Skeleton height={26} width="24%" />
            <Skeleton height={26} width="12%" />
          </div>
        ))}
      </div>
    </div>
  )
}

const collator = new Intl.Collator('de-AT', { numeric: true })

/** Sorts by the key, texts in the order of an Austrian telephone book. Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  key: ((row: Row) => string | number) | undefined,
  descending: boolean,
): readonly Row[] {
  if (!key) return rows
  const sign = descending ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(key(a), key(b)))
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}
