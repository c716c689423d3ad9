/** In place of the recipient of a message that was suppressed because none is known. */
export const NO_ADDRESS = 'keine Adresse'
export const NO_NUMBER = 'keine Nummer'

/** The list shows entries that contain the text and have the status; '' for all. */
export type LogFilter = Readonly<{ q: string; status: string }>

/** Keeps entries of which the texts contain every typed word, in any case. */
export function filterEntries<Entry extends { status: string }>(
  entries: readonly Entry[],
  { q, status }: LogFilter,
  textsOf: (entry: Entry) => readonly (string | null)[],
): readonly Entry[] {
  const words = q.toLocaleLowerCase('de-AT').split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (status !== '' && entry.status !== status) return false
    const texts = textsOf(entry).join('\n').toLocaleLowerCase('de-AT')
    return words.every((word) => texts.includes(word))
  })
}

export function subjectOf({ subject }: { subject?: string | null }): string {
  return subject?.trim() || '(ohne Betreff)'
}
