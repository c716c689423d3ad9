import type { CalendarResource } from './use-calendar.ts'

/** A doctor or a room whose time a column shows. */
export type ColumnResource = {
  id: string
  name: string
  /** Two letters that identify the doctor or room, with a number if they would be equal to others. */
  initials: string
  /** The number of the colour. Colours repeat after `COLOURS` doctors and rooms. */
  colour: number
}

/** The number of colours in week-board.module.css. */
const COLOURS = 6

/** Returns the doctors and rooms in their order, with unique initials. */
export function columnResources(
  resources: readonly Pick<CalendarResource, 'id' | 'name'>[],
): ColumnResource[] {
  const allInitials = resources.map(({ name }) => initialsOf(name))
  return resources.map(({ id, name }, index) => {
    const initials = allInitials[index] ?? ''
    const isUnique = allInitials.filter((each) => each === initials).length === 1
    return { id, name, initials: isUnique ? initials : `${initials}${index + 1}`, colour: index % COLOURS }
  })
}

/** Returns `EB` of `Dr. Erika Beispiel`, and `La` of `Labor`. A title ends with a point. */
function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => word !== '' && !word.endsWith('.'))
  const [first = name, ...others] = words
  const last = others.at(-1)
  return last === undefined ? first.slice(0, 2) : `${first.slice(0, 1)}${last.slice(0, 1)}`
}
