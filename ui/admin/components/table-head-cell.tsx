import { ArrowDown, ArrowUp } from 'lucide-react'
import type { SortDirection } from './sort-rows.ts'
import type { Column } from './table-column.ts'

type TableHeadCellProps<Row> = {
  column: Column<Row>
  /** The direction, if the rows are sorted by this column. */
  sorted: SortDirection | undefined
  onSort: () => void
}

/** The label of a column, as a button where the column is sortable. */
export function TableHeadCell<Row>({ column, sorted, onSort }: TableHeadCellProps<Row>) {
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
