/** Replaces no-break spaces with ordinary ones, which are easier to read in a test. */
export function withPlainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ')
}
