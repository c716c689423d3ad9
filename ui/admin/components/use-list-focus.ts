import { type RefObject, useEffect, useRef } from 'react'

type Identified = Readonly<{ id: string | number }>
type ShownRows = {
  /** The row that has a dialog. */
  chosen: Identified | undefined
  /** Undefined until they are loaded. */
  rows: readonly Identified[] | undefined
}

/**
 * Moves the focus to a list when the row of the last dialog is gone, and with it the button to which the
 * dialog would return the focus.
 */
export function useListFocus(list: RefObject<HTMLElement | null>, { chosen, rows }: ShownRows): void {
  const lastChosenRef = useRef<Identified>(undefined)
  useEffect(() => {
    if (chosen) lastChosenRef.current = chosen
    const lastId = lastChosenRef.current?.id
    const isGone = lastId !== undefined && rows?.some(({ id }) => id === lastId) === false
    if (chosen || !isGone) return
    lastChosenRef.current = undefined
    if (document.activeElement === document.body) list.current?.focus()
  }, [list, chosen, rows])
}
