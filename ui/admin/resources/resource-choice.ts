import { useAdminStatus } from '../components/use-admin-status.ts'
import { useSearchState } from '../components/use-search-state.ts'

/**
 * A doctor or a room that pages can choose; `own` is true where it is linked to the signed-in staff member.
 */
export type ChoosableResource = Readonly<{ id: string; name: string; own: boolean }>

/** The value in the URL for all. It is only needed for staff who are linked to a doctor or room. */
const ALL_IN_URL = '*'

/**
 * Returns the id of the doctor or room that the URL chooses; undefined stands for all. A URL without
 * a choice chooses the staff member's own (docs/behaviour.md 21.20).
 * @param param '' for a URL without a choice
 * @param choices undefined while they load; the URL is then trusted
 */
export function chosenResourceIn(
  param: string,
  choices: readonly ChoosableResource[] | undefined,
): string | undefined {
  if (param === ALL_IN_URL) return undefined
  if (choices === undefined) return param || undefined
  return choices.find(({ id }) => id === param)?.id ?? choices.find(({ own }) => own)?.id
}

/**
 * Returns the value that expresses a choice in the URL; '' is no value.
 * @param id undefined stands for all
 */
export function choiceInUrl(id: string | undefined, choices: readonly ChoosableResource[]): string {
  const ownId = choices.find(({ own }) => own)?.id
  if (id === ownId) return ''
  return id ?? ALL_IN_URL
}

/**
 * Returns the end of a link's query, `&resource=a`, which keeps the choice on another page; '' in a practice
 * with one doctor.
 */
export function choiceInLink(id: string | undefined, choices: readonly ChoosableResource[]): string {
  return choices.length === 0 ? '' : `&resource=${encodeURIComponent(id ?? ALL_IN_URL)}`
}

/** Reads and changes the choice of a doctor or room in the URL. Only practices with several have it. */
export function useResourceChoice() {
  const [{ resource }, changeParams] = useSearchState('resource', 'offset')
  const choices = useAdminStatus().data?.resources
  const chosen = chosenResourceIn(resource, choices)
  return {
    /** Empty where there is no choice. */
    choices: choices ?? [],
    /** The id of the chosen doctor or room; undefined for all. */
    chosen,
    nameOf: (id: string | undefined) => choices?.find((choice) => choice.id === id)?.name,
    // Another choice starts on its first page.
    choose: (id: string | undefined) =>
      changeParams({ resource: choiceInUrl(id, choices ?? []), offset: '' }),
  }
}
