import { type Db, prepared } from './open.ts'

type Shelf<T> = Readonly<{ state: string; answers: Map<string, T> }>

/** More different questions than a busy minute has. */
const MOST = 200

const counters = prepared(({ $client }) => ({
  /** Rises with every commit of another connection, of whatever process (sqlite.org/pragma.html#pragma_data_version). */
  others: $client.prepare('pragma data_version').pluck(),
  /** Rises with every row that this connection inserts, changes or deletes, also by trigger or cascade. */
  own: $client.prepare('select total_changes()').pluck(),
}))

/**
 * A read whose answer is kept for as long as nothing in the database changes, whoever changes it: what everybody asks (the
 * services, the hours, a month's occupations) then costs a look at two counters. What is seen within a transaction may be
 * taken back, and is not kept.
 * @param read from the database and `asked` alone, never from the clock; what it gives is shared and must not be changed
 */
export function cached<Asked extends readonly unknown[], T>(
  read: (db: Db, ...asked: Asked) => T,
): (db: Db, ...asked: Asked) => T {
  const shelves = new WeakMap<Db, Shelf<T>>()
  return (db, ...asked) => {
    const question = JSON.stringify(asked)
    const { answers } = shelfFor(db, shelves)
    const known = answers.get(question)
    if (known !== undefined) return known
    const answer = read(db, ...asked)
    if (!db.$client.inTransaction) answers.set(question, answer)
    return answer
  }
}

function shelfFor<T>(db: Db, shelves: WeakMap<Db, Shelf<T>>): Shelf<T> {
  const { others, own } = counters(db)
  const state = `${others.get()} ${own.get()}`
  const shelf = shelves.get(db)
  if (shelf?.state === state && shelf.answers.size < MOST) return shelf
  const empty = { state, answers: new Map<string, T>() }
  shelves.set(db, empty)
  return empty
}
