import type { ReactNode } from 'react'

/** A column of a table: its label, its width on each device, and how the cell of a row looks. */
export type Column<Row> = {
  /** The column's name in the URL while the table is sorted by it. */
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
