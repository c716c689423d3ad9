import { type ComponentProps, Fragment, type ReactNode, useRef, useState } from 'react'
import { Loaded } from '../../page/loaded.tsx'
import { useListFocus } from './use-list-focus.ts'

type ListWithDialogProps<Row> = Omit<ComponentProps<typeof Loaded<readonly Row[]>>, 'children'> & {
  /** Shown in place of a list without rows. */
  empty?: string
  /** The `li` of a row; `openDialog` opens the dialog about it. */
  row: (row: Row, openDialog: () => void) => ReactNode
  /** Shown below the rows. */
  foot?: (rows: readonly Row[]) => ReactNode
  /** The dialog about one row, such as whether to delete it. */
  dialog: (row: Row, close: () => void) => ReactNode
}

/** A list that is loaded, and a dialog about one of its rows. */
export function ListWithDialog<Row extends { id: string | number }>({
  empty,
  row,
  foot,
  dialog,
  ...loaded
}: ListWithDialogProps<Row>) {
  const [chosen, setChosen] = useState<Row>()
  const list = useRef<HTMLUListElement & HTMLParagraphElement>(null)
  useListFocus(list, { chosen, rows: loaded.query.data })
  return (
    <>
      <Loaded {...loaded}>
        {(rows) =>
          rows.length === 0 && empty ? (
            <p ref={list} tabIndex={-1} className="padded muted small">
              {empty}
            </p>
          ) : (
            <>
              <ul ref={list} tabIndex={-1} className="rows">
                {rows.map((each) => (
                  <Fragment key={each.id}>{row(each, () => setChosen(each))}</Fragment>
                ))}
              </ul>
              {foot?.(rows)}
            </>
          )
        }
      </Loaded>
      {chosen && dialog(chosen, () => setChosen(undefined))}
    </>
  )
}
