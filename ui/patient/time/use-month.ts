import { useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { viennaDay } from '../../../src/shared/vienna-clock.ts'
import type { WantedTimes } from '../../api/free-times.ts'
import { isShown, monthOffering, shownDays } from './shown-days.ts'
import { hasFailed, useNextFree } from './use-free-times.ts'

type MonthOptions = { wanted: WantedTimes; day: Day | undefined; today: Day }

/**
 * Returns the month that the calendar shows, by its first day, and the function that turns to another one.
 * The first month may depend on the next free time, and is unknown until that has loaded (`isOpening`).
 */
export function useMonth({ wanted, day, today }: MonthOptions) {
  const nextFree = useNextFree(wanted, today)
  const [turnedTo, turnTo] = useState(() => openingMonth(day, wanted, today))
  const month = turnedTo ?? monthOffering(nextFree.data?.day ?? today, today)
  const isOpening = turnedTo === undefined && nextFree.data === undefined && !hasFailed(nextFree)

  // The button "Nächster freier Termin" may choose a day of another month. The calendar then turns to that
  // month. React allows setting state during rendering when the state follows from props.
  const [previousDay, setPreviousDay] = useState(day)
  if (day !== previousDay) {
    setPreviousDay(day)
    if (day && !isShown(shownDays(month, today), day)) turnTo(monthOffering(day, today))
  }
  return { month, isOpening, turnTo }
}

/**
 * Returns the month of the chosen day, or else the month of the appointment that is moved. A new appointment
 * without a day has undefined, so that the calendar opens at the next free time.
 */
function openingMonth(day: Day | undefined, wanted: WantedTimes, today: Day): Day | undefined {
  const shown = day ?? ('move' in wanted ? viennaDay(Date.parse(wanted.from)) : undefined)
  return shown && monthOffering(shown, today)
}
