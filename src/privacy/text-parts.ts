import type { TextOfSections } from '../practice/own-text.ts'
import type { ContactTextField } from '../shared/contact/contact.ts'

/** This module has the parts that the record of processing and the information for patients share. */

/** Asks the practice to check the text. Both texts begin with this note. */
export const REVIEW_NOTE =
  'Bitte prüfen: Diesen Text hat das Portal aus Ihren Einstellungen geschrieben. Er ist eine Vorlage und ersetzt keine Rechtsberatung. Ergänzen Sie, was Sie außerhalb des Portals tun.'
/** A gap that only the practice can fill in. */
export const TO_FILL = '[bitte ergänzen]'

/** Returns a section of a text, in which no line breaks behind a number or an abbreviation. */
export function textSection(title: string, ...lines: readonly string[]) {
  return { title: withHardSpaces(title), lines: lines.map(withHardSpaces) }
}

/** Returns the text without markup, for copying. */
export function plainText({ title, sections }: TextOfSections): string {
  const parts = sections.map((section) => [section.title, ...section.lines].filter(Boolean).join('\n'))
  return [title, ...parts].join('\n\n')
}

/** Returns the names, each once, in one line. */
export function joinedNames(names: Record<ContactTextField, string>): string {
  return [...new Set(Object.values(names))].join(', ')
}

/** Returns the days in words: "1 Tag", "30 Tage". */
export function daysText(days: number): string {
  return days === 1 ? '1 Tag' : `${days} Tage`
}

/** Returns the days as in `höchstens einen Tag`, `bis 30 Tage nach dem Termin`. */
export function daysInAccusative(days: number): string {
  return days === 1 ? 'einen Tag' : `${days} Tage`
}

/** Returns the days as in `nach einem Tag`, `nach 180 Tagen`. */
export function daysInDative(days: number): string {
  return days === 1 ? 'einem Tag' : `${days} Tagen`
}

/** Puts hard spaces behind numbers and abbreviations, so that no line breaks there. */
export function withHardSpaces(line: string): string {
  return line.replace(/(Art\.|Abs\.|lit\.|§|\d) (?=[\da-zA-Z])/g, (pair) => pair.replace(' ', '\u00a0'))
}
