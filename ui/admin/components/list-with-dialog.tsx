import { type ComponentProps, Fragment, type ReactNode, useRef, useState } from 'react'
import { Loaded } from '../../page/loaded.tsx'
import { useListFocus } from './use-list-focus.ts'

type ListWithDialogProps<Row> = Omit<ComponentProps<typeof Loaded<readonly Row[]>>, 'children'> & {
  /** Shown in place of a list without rows. */
  empty?: string
  /** The `li` of a row; `openDialog` opens the dialog about it. */
  renderRow: (row: Row, openDialog: () => void) => ReactNode
  /** Shown below the rows. */
  renderFoot?: (rows: readonly Row[]) => ReactNode
  /** The dialog about one row, such as whether to delete it. */
  renderDialog: (row: Row, close: () => void) => ReactNode
}

/** A list that is loaded, and a dialog about one of its rows. */
export function ListWithDialog<Row extends { id: string | number }>({
  empty,
  renderRow,
  renderFoot,
  renderDialog,
  ...loadedProps
}: ListWithDialogProps<Row>) {
  const [chosen, setChosen] = useState<Row>()
  /** The list, or the paragraph in place of an empty one. */
  const listRef = useRef<HTMLUListElement & HTMLParagraphElement>(null)
  useListFocus(listRef, { chosen, rows: loadedProps.query.data })
  return (
    <>
      <Loaded {...loadedProps}>
        {(rows) =>
          rows.length === 0 && empty ? (
            <p ref={listRef} tabIndex={-1} className="padded muted small">
              {empty}
            </p>
          ) : (
            <>
              <ul ref={listRef} tabIndex={-1} className="rows">
                {rows.map((row) => (
                  <Fragment key={row.id}>{renderRow(row, () => setChosen(row))}</Fragment>
                ))}
              </ul>
              {renderFoot?.(rows)}
            </>
          )
        }
      </Loaded>
      {chosen && renderDialog(chosen, () => setChosen(undefined))}
    </>
  )
}
