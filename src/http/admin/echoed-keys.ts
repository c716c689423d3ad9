import * as v from 'valibot'

/**
 * Makes rules for keys that a caller may send back as a list answered them. They are accepted with any value
 * and change nothing.
 */
export function echoedKeys<const Key extends string>(...keys: readonly Key[]) {
  const anyValue = v.exactOptional(v.unknown())
  return Object.fromEntries(keys.map((key) => [key, anyValue])) as { [_ in Key]: typeof anyValue }
}
