import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, type Day } from '../../../src/shared/day.ts'
import { monthPart, shiftMonth } from './month-sheet.ts'

/** How many days each key moves. */
const DAY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/** How many months each key moves. */
const MONTH_STEPS: Readonly<Record<string, -1 | 1>> = { PageUp: -1, PageDown: 1 }

type DayCursorOptions = {
  /** The day that the cursor starts on. */
  start: Day
  /** A day of the month to show. Without it the cursor's month is shown. */
  month: Day | undefined
  /** Called with a day of the new month when the month changes. */
  onTurn: ((day: Day) => void) | undefined
}

/**
 * The cursor of a month: the day that the keys have moved to. Arrow keys move by day, Page Up and Page Down
 * by month (WAI-ARIA, grid).
 */
export function useDayCursor({ start, month, onTurn }: DayCursorOptions) {
  const [cursor, setCursor] = useState(start)
  const gridRef = useRef<HTMLTableElement>(null)
  /** True after a key press, when the focus has to follow the cursor. */
  const isMovedByKeyRef = useRef(false)
  const isOutsideMonth = month !== undefined && monthPart(month) !== monthPart(cursor)
  const tabStop = isOutsideMonth ? month : cursor
  // Runs after every render, because only the render puts the new day into the tab order.
  useEffect(() => {
    if (isMovedByKeyRef.current) gridRef.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMovedByKeyRef.current = false
  })
  const goTo = (day: Day) => {
    if (monthPart(day) !== monthPart(tabStop)) onTurn?.(day)
    setCursor(day)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    if (ctrlKey || altKey || metaKey) return
    const day = dayAfterKey(tabStop, key)
    if (day === undefined) return
    event.preventDefault()
    event.stopPropagation()
    isMovedByKeyRef.current = true
    goTo(day)
  }
  return {
    /** For the table of the month. */
    gridRef,
    /** The one day in the tab order. Its month is shown. */
    tabStop,
    turnMonth: (by: -1 | 1) => goTo(shiftMonth(tabStop, by)),
    onKeyDown,
  }
}

/** Returns the day that a key moves to; undefined for any other key. */
function dayAfterKey(day: Day, key: string): Day | undefined {
  const days = DAY_STEPS[key]
  if (days !== undefined) return addDays(day, days)
  const months = MONTH_STEPS[key]
  return months === undefined ? undefined : shiftMonth(day, months)
}
