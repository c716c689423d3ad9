import { normalizeLine } from '../normalize-line.ts'

/** Returns the value of a field of unchecked input; undefined when there is none. */
export function valueAt(input: unknown, key: string): unknown {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[key] : undefined
}

/** Returns the tidied text of a field of unchecked input; empty when it is not a text. */
export function textAt(input: unknown, key: string): string {
  const value = valueAt(input, key)
  return typeof value === 'string' ? normalizeLine(value) : ''
}
