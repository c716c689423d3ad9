/** This module has facts of series of appointments. Their rules are in docs/behaviour.md 19.40 to 19.43. */

/** The place of an appointment within its series. The count includes appointments that were cancelled. */
export type SeriesPlace = Readonly<{ position: number; count: number }>

/** The fewest and the most appointments of a series. */
export const SERIES_TIMES = { least: 2, most: 20 } as const

/** The most weeks or days from one appointment of a series to the next. */
export const LONGEST_INTERVAL = 52

export const SERIES_UNITS = ['week', 'day'] as const
export type SeriesUnit = (typeof SERIES_UNITS)[number]

/** Returns `3 von 6`; '' for a single appointment. */
export function seriesText(place: SeriesPlace | undefined): string {
  return place === undefined ? '' : `${place.position} von ${place.count}`
}
