/** The signs that names have as an apostrophe, by the keyboard on which they were typed. */
export const APOSTROPHES = ["'", '’', '‘', 'ʼ'] as const

/** Returns the name with this sign as each apostrophe. */
export function withApostrophe(name: string, sign: (typeof APOSTROPHES)[number]): string {
  return name.replace(/['’‘ʼ]/g, sign)
}
