import { type Day, isDay, wallMinutes } from '../../../src/shared/day.ts'
import type { FieldErrors, ReadDraft } from '../../../src/shared/field-errors.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { dayOfIso } from '../components/iso-day.ts'

/** The start of an appointment as two fields. The texts may be incomplete. */
type DayAndTime = {
  day: Day
  /** `HH:MM` */
  time: string
}

/** Returns the start as Vienna's wall time, or an error for each faulty field. */
export function readStart({ day, time }: DayAndTime): ReadDraft<string> {
  const errors: FieldErrors = {
    ...(!isDay(day) && { day: 'Bitte ein Datum angeben.' }),
    ...(wallMinutes(time) === undefined && { time: 'Bitte eine Uhrzeit wählen oder eintippen.' }),
  }
  return Object.keys(errors).length > 0 ? { errors } : { output: `${day}T${time}` }
}

/** Returns whether a start is at this day and time. */
export function startsAt(start: string, { day, time }: DayAndTime): boolean {
  return start.startsWith(`${day}T${time}:`)
}

/** Returns day and time of a start, as the fields show them. */
export function dayAndTimeOf(start: string): DayAndTime {
  return { day: dayOfIso(start), time: timeOfDay(start) }
}
