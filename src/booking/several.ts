import { Problem } from '../shared/problems.ts'

/**
 * Runs the verb for each id, each in a transaction of its own: one that is refused stops no other.
 * @returns for each id, in the same order, what became of it or why it was refused
 */
export function forEachBooking<T>(
  ids: readonly string[],
  verb: (id: string) => T,
): Readonly<{ id: string; outcome: T | Problem }>[] {
  return ids.map((id) => {
    try {
      return { id, outcome: verb(id) }
    } catch (error) {
      if (error instanceof Problem) return { id, outcome: error }
      throw error
    }
  })
}
