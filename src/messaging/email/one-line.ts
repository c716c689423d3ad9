import { tidy } from '../../shared/line.ts'

/** One line without control characters, so that no value forges a line, a header or a calendar property. */
export function oneLine(text: string): string {
  return tidy(text.replace(/\p{Cc}+/gu, ' '))
}
