import type { CSSProperties, ReactNode } from 'react'
import styles from './data-table.module.css'
import { type SortDirection, sortRows } from './sort-rows.ts'
import type { Column } from './table-column.ts'
import { TableHeadCell } from './table-head-cell.tsx'
import { TableRow } from './table-row.tsx'
import { useSearchState } from './use-search-state.ts'

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
  /** True for lower rows; on a phone each cell is then a line of its own without the label of its column. */
  compact?: boolean
}

/**
 * A table that keeps its sort order in the URL (`?sort=created` or `?sort=-created`). Below a width of
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
  const [{ sort }, changeParams] = useSearchState('sort')
  const { sortColumn, direction } = readSort(sort, columns)
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
              <TableHeadCell
                key={column.name}
                column={column}
                sorted={column === sortColumn ? direction : undefined}
                onSort={() => changeParams({ sort: toggledSort(sort, column.name) })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, sortColumn?.sortBy, direction).map((row) => (
            <TableRow
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

/** Returns the `sort` of the URL after a press on a column: ascending, or descending if it was ascending. */
function toggledSort(sort: string, columnName: string): string {
  return sort === columnName ? `-${columnName}` : columnName
}

/** Returns column and direction of the `sort` of the URL. An unknown column sorts nothing. */
function readSort<Row>(sort: string, columns: readonly Column<Row>[]) {
  const direction: SortDirection = sort.startsWith('-') ? 'descending' : 'ascending'
  const sortName = sort.replace(/^-/, '')
  const sortColumn = columns.find(({ name, sortBy }) => sortBy !== undefined && name === sortName)
  return { sortColumn, direction }
}
