import type { ReactNode } from 'react'
import type { Column } from './table-column.ts'

type TableRowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  isChosen: boolean
  /** Called for a press anywhere on the row. */
  onChoose?: ((row: Row) => void) | undefined
}

/** A row. Data attributes tell the stylesheet how to show each cell on each device. */
export function TableRow<Row>({ row, columns, isChosen, onChoose }: TableRowProps<Row>) {
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
