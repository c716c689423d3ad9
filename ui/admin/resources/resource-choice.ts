import { useAdminStatus } from '../components/use-admin-status.ts'
import { useSearchState } from '../components/use-search-state.ts'

/** A doctor or a room among whom pages choose; `own` is linked to the signed-in staff member. */
type Choice = Readonly<{ id: string; name: string; own: boolean }>

/** The value in the address with which somebody with an own doctor or room sees all. */
const ALL = '*'

/**
 * Returns the id of the doctor or room that a page shows, by its address; undefined stands for all. Without a
 * choice in the address it is that of the staff member (docs/behaviour.md 21.20).
 * @param choices undefined while they are loading, when the address is believed
 */
export function chosenIn(param: string, choices: readonly Choice[] | undefined): string | undefined {
  if (param === ALL) return undefined
  if (choices === undefined) return param || undefined
  return choices.find(({ id }) => id === param)?.id ?? choices.find(({ own }) => own)?.id
}

/** Returns what the address says of a choice; undefined stands for all. */
export function choiceParam(id: string | undefined, choices: readonly Choice[]): string {
  const own = choices.find((choice) => choice.own)?.id
  if (id === own) return ''
  return id ?? ALL
}

/** Returns what keeps a choice in a link to another page; nothing in a practice of one. */
export function choiceInLink(id: string | undefined, choices: readonly Choice[]): string {
  return choices.length === 0 ? '' : `&resource=${encodeURIComponent(id ?? ALL)}`
}

/** The choice of a doctor or a room in the address (`?resource=`), only where the practice has several. */
export function useResourceChoice() {
  const [{ resource }, change] = useSearchState('resource', 'offset')
  const choices = useAdminStatus().data?.resources
  const chosen = chosenIn(resource, choices)
  return {
    /** Empty where there is no choice. */
    choices: choices ?? [],
    /** The id of the chosen one; undefined for all. */
    chosen,
    nameOf: (id: string | undefined) => choices?.find((choice) => choice.id === id)?.name,
    choose: (id: string | undefined) => change({ resource: choiceParam(id, choices ?? []), offset: '' }),
  }
}
