/** In place of the recipient of a message that was suppressed because none is known. */
export const NO_ADDRESS = 'keine Adresse'
export const NO_NUMBER = 'keine Nummer'

/** Keeps entries of which the texts contain every typed word, in any case. */
export function searchEntries<Entry>(
  entries: readonly Entry[],
  typed: string,
  textsOf: (entry: Entry) => readonly (string | null)[],
): readonly Entry[] {
  const words = typed.toLocaleLowerCase('de-AT').split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    const texts = textsOf(entry).join('\n').toLocaleLowerCase('de-AT')
    return words.every((word) => texts.includes(word))
  })
}

export function subjectOf({ subject }: { subject?: string | null }): string {
  return subject?.trim() || '(ohne Betreff)'
}
