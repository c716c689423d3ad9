import type { RefObject } from 'react'
import type { DayPickerProps } from 'react-day-picker'
import { mondayOf } from '../../../src/shared/day.ts'
import { longDay, longWeekday, monthName, monthYear, shortWeekday } from '../../../src/shared/format.ts'
import { dayStateText } from './day-amounts.tsx'
import { dateOf, dayOf, monthOfShownDate } from './picker-dates.ts'
import { lastOfMonth, monthOf, type ShownDays } from './shown-days.ts'

/**
 * Returns the rules by which DayPicker shows these days. Without them, DayPicker shows whole months, and
 * counts no day of another month as one of the shown month.
 * @param latestShown the days that are shown now. When an arrow key turns the page, DayPicker still compares
 * months by the rules of the previous page, which therefore must know the days of the new one.
 */
export function rangeProps(
  shown: ShownDays,
  latestShown: RefObject<ShownDays>,
): Pick<DayPickerProps, 'dateLib' | 'formatters' | 'labels'> {
  const caption = () => captionOf(shown)
  return {
    dateLib: {
      // DayPicker sets its month once more after the first rendering. The same object avoids a second
      // rendering.
      startOfMonth: (date) => (date.getDate() === 1 ? date : dateOf(monthOf(dayOf(date)))),
      startOfWeek: (date) => dateOf(mondayOf(dayOf(date) === shown.month ? shown.from : dayOf(date))),
      endOfMonth: (date) => dateOf(dayOf(date) === shown.month ? shown.to : lastOfMonth(dayOf(date))),
      isSameMonth: (a, b) =>
        monthOfShownDate(latestShown.current, a) === monthOfShownDate(latestShown.current, b),
      // DayPicker asks only for yyyy-MM-dd and yyyy-MM, because `formatters` and `labels` give all other
      // texts.
      format: (date, pattern) => dayOf(date).slice(0, pattern.length),
    },
    formatters: {
      formatCaption: caption,
      formatWeekdayName: (date) => shortWeekday(dayOf(date)),
      formatDay: (date) => String(date.getDate()),
    },
    labels: {
      labelGrid: caption,
      labelPrevious: () => 'Voriger Monat',
      labelNext: () => 'Nächster Monat',
      labelWeekday: (date) => longWeekday(dayOf(date)),
      labelDayButton: (date, modifiers) =>
        [longDay(dayOf(date)), modifiers.today && 'heute', dayStateText(modifiers)]
          .filter(Boolean)
          .join(', '),
    },
  }
}

/** Returns `Dezember 2026`, or `November bis Dezember` where days of the next month are shown too. */
function captionOf({ month, to }: ShownDays): string {
  return monthOf(to) === month ? monthYear(month) : `${monthName(month)} bis ${monthName(to)}`
}
