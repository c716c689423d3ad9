import { hashKey } from '@tanstack/react-query'
import { hasCode } from '../../api/http.ts'

/** A stored value, and the `ETag` of this state of it. */
export type StoredVersion<Value> = { value: Value; etag: string | undefined }

/** Sentences for the user in the answer to a save, which are not part of the saved value. */
export type Notice = { message?: string | undefined; statusText?: string | undefined }

/** Another user has saved meanwhile: the server's sentence and the stored value, null if deleted. */
export type EditConflict<Value> = { sentence: string; current: Value | null }

type SaveOptions<Value, Values> = {
  /** The value that the form has loaded. */
  value: Value | undefined
  /** The values of the fields, which are to be saved. */
  values: Values
  valuesOf: (value: Value) => Values
  send: () => Promise<StoredVersion<Value & Notice>>
  load: () => Promise<StoredVersion<Value>>
}

/**
 * Saves, and returns what is stored then, with the sentences of the answer. Loads it if the answer lacks it.
 * @throws ApiError also for a conflict, unless the stored value already has the same values. Then the answer
 * to an earlier save got lost, and the change of the other user is the user's own.
 */
export async function saveEdited<Value, Values>({
  value,
  values,
  valuesOf,
  send,
  load,
}: SaveOptions<Value, Values>): Promise<StoredVersion<Value & Notice>> {
  const loadSaved = async (notice: Notice | undefined) => {
    const stored = await load()
    return { ...stored, value: { ...stored.value, ...notice } }
  }
  try {
    const saved = await send()
    return isAbout(value, saved.value) ? saved : await loadSaved(saved.value)
  } catch (error) {
    const stored = conflictIn<Value>(error)?.current ?? null
    const isAlreadySaved = stored !== null && hashKey([valuesOf(stored)]) === hashKey([values])
    if (!isAlreadySaved) throw error
    return loadSaved(undefined)
  }
}

/**
 * Returns whether an answer contains the value, as far as one can tell: a new one is not known yet. According
 * to the specification, the answer to a save may have only sentences for the user, or be empty.
 */
function isAbout(value: unknown, answer: unknown): boolean {
  return value === undefined || Object.keys(Object(value)).some((name) => name in Object(answer))
}

/** Returns the conflict that the server has reported; undefined for any other error. */
export function conflictIn<Value>(error: unknown): EditConflict<Value> | undefined {
  if (!hasCode(error, 'conflict')) return undefined
  return { sentence: error.message, current: error.facts.current as Value | null }
}
