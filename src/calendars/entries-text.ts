import { MARKER_PATTERN } from '../erp/marker.ts'

/**
 * This module splits the text of a calendar file (RFC 5545, section 3.1) into its entries. It keeps only the
 * lines about the time of an entry. No title, place or address is processed further, and an unreadable line
 * spoils only its own entry.
 */

/** The property that keeps the marker of a push, because descriptions are dropped. */
export const MARKER_PROPERTY = 'X-ORDI-MARKER'

/** The parts of a calendar file. */
export type CalendarText = Readonly<{
  /** The lines of each VEVENT, without line breaks inside. */
  entries: ReadonlyArray<readonly string[]>
  /** The whole text of each VTIMEZONE. */
  zones: readonly string[]
}>

/** The properties that say when an entry is, or identify it. */
const KEPT_PROPERTIES = new Set([
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'STATUS',
  'TRANSP',
  'X-MICROSOFT-CDO-BUSYSTATUS',
])

/**
 * Returns the entries and time zones of a calendar file. Returns undefined for anything but a complete
 * calendar, such as a web page or a truncated file, because the busy times missing from it would become free.
 */
export function splitIntoEntries(text: string): CalendarText | undefined {
  const lines = unfold(text)
  if (lines.at(0)?.toUpperCase() !== 'BEGIN:VCALENDAR') return undefined
  if (lines.at(-1)?.toUpperCase() !== 'END:VCALENDAR') return undefined
  const entries: string[][] = []
  const zones: string[] = []
  /**
   * The components that the line is in: first VCALENDAR, then the entry or zone, then perhaps a part of it.
   */
  const components: string[] = []
  /** The kept lines of the present entry or zone. */
  let block: string[] = []
  for (const line of lines) {
    const mark = markIn(line)
    if (mark?.kind === 'BEGIN') {
      components.push(mark.component)
      if (mark.component === 'VEVENT' || mark.component === 'VTIMEZONE') block = []
    }
    const [, kindOfBlock] = components
    // Lines of a component within the entry, such as an alarm, say nothing about its time.
    const isOfEntryItself = kindOfBlock === 'VEVENT' && components.length === 2 && mark === undefined
    if (kindOfBlock === 'VTIMEZONE') block.push(line)
    else if (isOfEntryItself) block.push(...keptLines(line))
    if (mark?.kind !== 'END') continue
    const endedComponent = components.pop()
    if (endedComponent !== mark.component) return undefined
    const hasBlockEnded = components.length === 1
    if (hasBlockEnded && endedComponent === 'VEVENT') entries.push(block)
    if (hasBlockEnded && endedComponent === 'VTIMEZONE') zones.push(block.join('\r\n'))
  }
  return components.length === 0 ? { entries, zones } : undefined
}

/** Returns what the line begins or ends, if it begins or ends a component. */
function markIn(line: string): { kind: 'BEGIN' | 'END'; component: string } | undefined {
  const [, kind, component] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line) ?? []
  if (kind === undefined || component === undefined) return undefined
  return { kind: kind.toUpperCase() === 'BEGIN' ? 'BEGIN' : 'END', component: component.toUpperCase() }
}

/** Returns the line of an entry if it says when the entry is, or a line with the marker that it contains. */
function keptLines(line: string): readonly string[] {
  const name = /^[^:;]*/.exec(line)?.[0].toUpperCase() ?? ''
  if (KEPT_PROPERTIES.has(name)) return [withQuotedZone(line)]
  const marker = name === 'DESCRIPTION' ? MARKER_PATTERN.exec(line)?.[0] : undefined
  return marker === undefined ? [] : [`${MARKER_PROPERTY}:${marker}`]
}

/** Puts a zone such as `tzone://Microsoft/Utc` into the quotation marks that Exchange leaves out. */
function withQuotedZone(line: string): string {
  // No time contains a colon, so the times follow the last one.
  const endOfParameters = line.lastIndexOf(':')
  const parameters = line.slice(0, endOfParameters)
  if (!parameters.includes(':') || parameters.includes('"')) return line
  return parameters.replace(/;TZID=([^;]*)/i, ';TZID="$1"') + line.slice(endOfParameters)
}

/** Returns the lines of a text, joining each line that begins with a space or tab to the one before. */
function unfold(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/(?:\r\n|\n|\r)[ \t]/g, '')
    .split(/(?:\r\n|\n|\r)+/)
    .filter((line) => line.trim() !== '')
}
