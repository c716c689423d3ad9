import * as v from 'valibot'
import {
  BLOCKS_PER_DAY,
  dayError,
  type HoursBlock,
  WEEKDAYS,
  type WorkingHours,
  workingHoursSchema,
} from '../../../src/shared/hours.ts'
import { completeTime } from '../../../src/shared/typed-time.ts'

/** The two blocks of each weekday as typed. A missing block has empty times. */
export type HoursDraft = Record<string, readonly HoursBlock[]>

const NO_BLOCK: HoursBlock = { start: '', end: '' }

/** A day without any block. */
export const CLOSED_DAY: readonly HoursBlock[] = Array.from({ length: BLOCKS_PER_DAY }, () => NO_BLOCK)

/** A week that is closed on every day. */
export const CLOSED_WEEK: HoursDraft = Object.fromEntries(
  WEEKDAYS.map(({ weekday }) => [weekday, CLOSED_DAY]),
)

/** Returns stored hours as their form shows them, with two blocks on every day. */
export function hoursDraft(hours: WorkingHours): HoursDraft {
  return Object.fromEntries(
    WEEKDAYS.map(({ weekday }) => {
      const blocks = hours[weekday] ?? []
      return [weekday, CLOSED_DAY.map((noBlock, index) => blocks[index] ?? noBlock)]
    }),
  )
}

/** Returns `08:00–12:00, 13:30–17:30`, or `geschlossen`. */
export function hoursText(blocks: readonly HoursBlock[] | null): string {
  const filled = (blocks ?? []).filter(({ start, end }) => start !== '' || end !== '')
  return filled.map(({ start, end }) => `${start}–${end}`).join(', ') || 'geschlossen'
}

/** Returns whether nothing is entered for a day. */
export function isClosedAllDay(blocks: readonly HoursBlock[]): boolean {
  return blocks.every(({ start, end }) => start === '' && end === '')
}

/**
 * Returns for each block of a faulty day whether to mark it: those that are faulty on their own, or all of
 * them if they overlap.
 */
export function areBlocksFaulty(blocks: readonly HoursBlock[]): readonly boolean[] {
  // The name of the day is only for the sentence, which is not used here.
  const areFaultyAlone = blocks.map((block) => dayError('', [block]) !== undefined)
  return areFaultyAlone.includes(true) ? areFaultyAlone : blocks.map(() => true)
}

/**
 * Checks a week of typed times. It completes the times itself (`8` is 08:00), because Enter submits the form
 * before the field loses the focus and completes its time.
 */
export const typedWeekSchema = v.pipe(
  v.unknown(),
  v.transform((week): unknown => readWeek(week as HoursDraft)),
  workingHoursSchema,
)

/** Returns the week with every time completed, for validation and saving. */
export function readWeek(week: HoursDraft): HoursDraft {
  const readBlock = ({ start, end }: HoursBlock) => ({ start: completeTime(start), end: completeTime(end) })
  return Object.fromEntries(Object.entries(week).map(([day, blocks]) => [day, blocks.map(readBlock)]))
}
