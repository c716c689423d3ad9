type Logged = { recipient: string; emptied: string | null }

/** In place of a recipient: none is known, or it was deleted. */
export function nobody({ emptied }: Pick<Logged, 'emptied'>, what: 'Adresse' | 'Nummer'): string {
  return emptied === null ? `keine ${what}` : `${what} gelöscht`
}

/** The subject, or why there is none. */
export function subjectOf({ subject, emptied }: { subject?: string | null; emptied: string | null }): string {
  return subject?.trim() || emptied || '(ohne Betreff)'
}
