import * as v from 'valibot'
import { type WallMinutes, wallMinutes, wallTime } from './day.ts'
import { UNKNOWN_KEY } from './field-errors.ts'

/** Start and end in Vienna wall time, `HH:MM`. */
export type HoursBlock = { readonly start: string; readonly end: string }

/** 0 Sunday, 1 Monday … 6 Saturday, as the wire counts. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** The blocks of each weekday, earliest first; null when closed. */
export type WorkingHours = Record<Weekday, readonly HoursBlock[] | null>

/** The most blocks of one day. */
export const BLOCKS_PER_DAY = 2

const INVALID_TIME = 'Ungültige Zeitangabe.'

/** The weekdays in the order of the screen, which begins with Monday. */
export const WEEKDAYS: readonly { readonly weekday: Weekday; readonly name: string }[] = [
  { weekday: 1, name: 'Montag' },
  { weekday: 2, name: 'Dienstag' },
  { weekday: 3, name: 'Mittwoch' },
  { weekday: 4, name: 'Donnerstag' },
  { weekday: 5, name: 'Freitag' },
  { weekday: 6, name: 'Samstag' },
  { weekday: 0, name: 'Sonntag' },
]

/**
 * Returns the first error in the blocks of one day, in the order of the screen; undefined without one. Empty
 * blocks are allowed. Blocks must not overlap, because the same times would be offered twice
 * (docs/behaviour.md 3.1).
 */
export function dayError(day: string, blocks: readonly HoursBlock[]): string | undefined {
  if (blocks.length > BLOCKS_PER_DAY) return `${day}: Höchstens ${BLOCKS_PER_DAY} Blöcke pro Tag.`
  for (const [index, block] of blocks.entries()) {
    const error = blockError(block)
    if (error !== undefined) return `${day} Block ${index + 1}: ${error}`
  }
  const [first, second] = inOrder(blocks)
  if (first && second && second.start < first.end) return `${day}: Die Blöcke überschneiden sich.`
  return undefined
}

/** Returns the error in one block; undefined for a valid or an empty one. */
function blockError({ start, end }: HoursBlock): string | undefined {
  if (start === '' && end === '') return undefined
  if (start === '' || end === '') return 'Bitte Start und Ende angeben.'
  const from = wallMinutes(start)
  const to = wallMinutes(end)
  if (from === undefined || to === undefined) return INVALID_TIME
  return to > from ? undefined : 'Ende muss nach dem Start liegen.'
}

/** Returns the filled blocks, earliest first; `HH:MM` sorts as text. */
function inOrder(blocks: readonly HoursBlock[]): HoursBlock[] {
  return blocks.filter(({ start }) => start !== '').sort((a, b) => a.start.localeCompare(b.start))
}

/** The rule of a start or end. A missing or null time counts as an empty one. */
const timeSchema = v.optional(v.nullable(v.pipe(v.string(INVALID_TIME), v.trim()), ''), '')

/** Makes the rule of the blocks of a weekday. @param name the German weekday, for the sentences */
function daySchema(name: string) {
  const block = v.strictObject({ start: timeSchema, end: timeSchema }, INVALID_TIME)
  return v.nullish(
    v.pipe(
      v.array(block, INVALID_TIME),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? dayError(name, dataset.value) : undefined
        if (message !== undefined) addIssue({ message })
      }),
      v.transform((blocks) => (inOrder(blocks).length > 0 ? inOrder(blocks) : null)),
    ),
    null,
  )
}

/** The body of PUT /settings/working-hours: closed, empty and missing days become null. */
export const workingHoursSchema: v.GenericSchema<unknown, WorkingHours> = v.pipe(
  // A list has no weekdays, so it would close the whole week.
  v.custom<object>((input) => typeof input === 'object' && input !== null && !Array.isArray(input)),
  v.strictObject(
    Object.fromEntries(WEEKDAYS.map(({ weekday, name }) => [weekday, daySchema(name)])) as Record<
      Weekday,
      ReturnType<typeof daySchema>
    >,
    UNKNOWN_KEY,
  ),
)

/**
 * Returns German texts by day: `{ Montag: '08:00–12:00, 13:30–17:30' }`, and '' for a closed day.
 * @param week the blocks of each weekday from Sunday on, in minutes
 */
export function hoursByDay(
  week: readonly (readonly (readonly [start: WallMinutes, end: WallMinutes])[])[],
): Record<string, string> {
  return Object.fromEntries(
    WEEKDAYS.map(({ weekday, name }) => [
      name,
      (week[weekday] ?? []).map(([start, end]) => `${wallTime(start)}–${wallTime(end)}`).join(', '),
    ]),
  )
}
