/** Returns a function that makes the value at its first call, and returns the same value afterwards. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
