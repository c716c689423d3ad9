import { timeOfDay } from '../../../src/shared/format.ts'

/** A free start and its end: ISO 8601 with offset, as the server sent them. */
export type Slot = Readonly<{ start: string; end: string | undefined }>

/** How the free times are shown. */
export type View = 'calendar' | 'list'

export const LOADING_TIMES = 'Lade freie Zeiten…'
export const NOTHING_FREE = 'Derzeit keine offenen Termine verfügbar.'

/** The fields that may hold a slot's start and end; the first one present counts. */
const START_NAMES = ['slot_start', 'start', 'slot_start_local']
const END_NAMES = ['slot_end', 'end', 'slot_end_local']

/** The slots of a response, ascending; those without a start are left out. */
export function readSlots(answer: unknown): Slot[] {
  if (!Array.isArray(answer)) return []
  return answer
    .flatMap((entry: unknown) => {
      const start = textOf(entry, START_NAMES)
      return start === undefined ? [] : [{ start, end: textOf(entry, END_NAMES) }]
    })
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
}

/** Before noon in Vienna. */
export function isMorning(slot: Slot): boolean {
  return timeOfDay(slot.start) < '12:00'
}

function textOf(entry: unknown, names: readonly string[]): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  for (const name of names) {
    const value = (entry as Record<string, unknown>)[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
