import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './data-table.module.css'
import { type SortDirection, sortRows } from './sort-rows.ts'
import { useSearchState } from './use-search-state.ts'

/** A column of a table: its label, its width on each device, and how the cell of a row looks. */
export type Column<Row> = {
  /** The column's name in the address while the table is sorted by it. */
  name: string
  label: string
  /** True to show the label to screen readers only, as for a column of buttons. */
  hidesLabel?: boolean
  /** A CSS width: `30%`. */
  width?: string
  /** The width on a tablet; `width` where this is left out. */
  tabletWidth?: string
  /** Hidden on a phone, where each cell takes a line. */
  hiddenOnPhone?: boolean
  /** Hidden on a tablet, where the other cells need the space. A phone shows it. */
  hiddenOnTablet?: boolean
  /** True for a cell that a compact table shows beside the first cell on a phone instead of below it. */
  besideFirst?: boolean
  /** True to wrap a long text. Otherwise its end is cut off. */
  wraps?: boolean
  cell: (row: Row) => ReactNode
  /** Makes the column sortable by the value that this returns. */
  sortBy?: (row: Row) => string | number
}

type DataTableProps<Row> = {
  /** The table's name for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The key of the row that is shown as chosen. */
  chosenKey?: string | number | undefined
  /** Called for a press anywhere on a row. The first column should hold a RowButton for the keyboard. */
  onChoose?: ((row: Row) => void) | undefined
  /** Shown when there are no rows. */
  empty: ReactNode
  /** True to show cells without labels, one line each, on a phone, and each row as one line elsewhere. */
  compact?: boolean
}

/**
 * A table that keeps its sort order in the address (`?sort=created` or `?sort=-created`). Below a width of
 * about 690 px (data-table.module.css) each row becomes a list of its cells.
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
  const direction: SortDirection = sort.startsWith('-') ? 'descending' : 'ascending'
  const sortName = sort.replace(/^-/, '')
  const sortColumn = columns.find(({ name, sortBy }) => sortBy !== undefined && name === sortName)

  if (rows.length === 0) return <p className="padded muted">{empty}</p>
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
          {sortRows(rows, sortColumn?.sortBy, direction).map((row) => (
            <BodyRow
              key={keyOf(row)}
              row={row}
              columns={columns}
              isChosen={keyOf(row) === chosenKey}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadCellProps<Row> = {
  column: Column<Row>
  /** The direction, if the rows are sorted by this column. */
  sorted: SortDirection | undefined
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

type BodyRowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'onChoose'> & { row: Row; isChosen: boolean }

/** A row. Data attributes tell the stylesheet how to show each cell on each device. */
function BodyRow<Row>({ row, columns, isChosen, onChoose }: BodyRowProps<Row>) {
  return (
    <tr
      data-chosen={isChosen || undefined}
      aria-current={isChosen || undefined}
      data-pressable={onChoose ? true : undefined}
      onClick={onChoose && ((event) => !isControl(event.target) && onChoose(row))}
    >
      {columns.map(({ name, label, hidesLabel, hiddenOnPhone, hiddenOnTablet, besideFirst, wraps, cell }) => (
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
      ))}
    </tr>
  )
}

/** Returns whether the press was on a button or link, in which case it must not also choose the row. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button') !== null
}

/** The button in a row's first cell, for the keyboard. It does the same as a press on the row. */
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

/** Reserves the room of a DataTable with this number of rows while it loads. */
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
