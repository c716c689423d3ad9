import type { CalendarResource } from './use-calendar.ts'

/** A doctor or a room whose time a column shows. */
export type ColumnResource = {
  id: string
  name: string
  /** Two or three letters that tell it from the others. */
  initials: string
  /** The number of its colour. A practice of more than `COLOURS` has some twice. */
  colour: number
}

/** The colours in week-board.module.css. */
const COLOURS = 6

/** Returns doctors and rooms with initials that differ, in their order. */
export function columnResources(
  resources: readonly Pick<CalendarResource, 'id' | 'name'>[],
): ColumnResource[] {
  const short = resources.map(({ name }) => initialsOf(name))
  return resources.map(({ id, name }, place) => {
    const initials = short[place] ?? ''
    const isAlone = short.filter((each) => each === initials).length === 1
    return { id, name, initials: isAlone ? initials : `${initials}${place + 1}`, colour: place % COLOURS }
  })
}

/** Returns `EB` of `Dr. Erika Beispiel`, and `La` of `Labor`. A title ends with a point. */
function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => word !== '' && !word.endsWith('.'))
  const [first = name, ...others] = words
  const last = others.at(-1)
  return last === undefined ? first.slice(0, 2) : `${first.slice(0, 1)}${last.slice(0, 1)}`
}
