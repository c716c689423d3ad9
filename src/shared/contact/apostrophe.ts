/** The characters that names have as an apostrophe, by the keyboard on which they were typed. */
export const APOSTROPHES = ["'", '’', '‘', 'ʼ'] as const

/** Returns the name with this character as each apostrophe. */
export function withApostrophe(name: string, apostrophe: (typeof APOSTROPHES)[number]): string {
  return name.replace(/['’‘ʼ]/g, apostrophe)
}
