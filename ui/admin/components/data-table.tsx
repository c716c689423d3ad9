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
  hiddenOnPhone?: boolean
  /** Hidden on a tablet, where the other cells need the room; a row of the list on a phone has it. */
  hiddenOnTablet?: boolean
  /** In a compact table, on a phone: beside the first cell instead of in a line of its own. */
  besideFirst?: boolean
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
  /** The key of the row that is marked. */
  chosenKey?: string | number | undefined
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
  chosenKey,
  onChoose,
  empty,
  compact = false,
}: DataTableProps<Row>) {
  const [{ sort }, changeAddress] = useSearchState('sort')
  const isDescending = sort.startsWith('-')
  const sortColumn = columns.find(({ name, sortBy }) => sortBy && name === sort.replace(/^-/, ''))

  if (rows.length === 0) return <p className="padded muted">{empty}</p>
  const direction = isDescending ? 'descending' : 'ascending'
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-compact={compact || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          {columns.map(({ name, width = 'auto', tabletWidth = width, hiddenOnTablet }) => (
            <col
              key={name}
              style={{ '--width': width, '--tablet-width': tabletWidth } as CSSProperties}
              data-hidden-on-tablet={hiddenOnTablet}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell
                key={column.name}
                column={column}
                sorted={column === sortColumn ? direction : undefined}
                onSort={() => changeAddress({ sort: sort === column.name ? `-${column.name}` : column.name })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, sortColumn?.sortBy, isDescending).map((row) => (
            <tr
              key={keyOf(row)}
              data-chosen={keyOf(row) === chosenKey || undefined}
              aria-current={keyOf(row) === chosenKey || undefined}
              data-pressable={onChoose ? true : undefined}
              onClick={onChoose && ((event) => !isControl(event.target) && onChoose(row))}
            >
              {columns.map(
                ({ name, label, hidesLabel, hiddenOnPhone, hiddenOnTablet, besideFirst, wraps, cell }) => (
                  <td
                    key={name}
                    data-label={hidesLabel ? undefined : label}
                    data-hidden-on-phone={hiddenOnPhone}
                    data-hidden-on-tablet={hiddenOnTablet}
                    data-wraps={wraps}
                    data-beside-first={besideFirst}
                  >
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadCellProps<Row> = {
  column: Column<Row>
  /** The order of the rows, if this column gives it. */
  sorted: 'ascending' | 'descending' | undefined
  onSort: () => void
}

/** The label of a column, as a button where the column is sortable. */
function HeadCell<Row>({ column, sorted, onSort }: HeadCellProps<Row>) {
  const { label, hidesLabel, hiddenOnTablet, sortBy } = column
  return (
    <th scope="col" data-hidden-on-tablet={hiddenOnTablet} aria-sort={sorted}>
      {sortBy ? (
        <button type="button" className="with-icon" onClick={onSort}>
          {label}
          {sorted && (sorted === 'descending' ? <ArrowDown /> : <ArrowUp />)}
        </button>
      ) : (
        <span className={hidesLabel ? 'visually-hidden' : undefined}>{label}</span>
      )}
    </th>
  )
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

/** Sorts the rows, texts in the order of an Austrian telephone book. Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: Column<Row>['sortBy'],
  isDescending: boolean,
): readonly Row[] {
  if (!sortBy) return rows
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(sortBy(a), sortBy(b)))
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}
