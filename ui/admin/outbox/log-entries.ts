/** In place of the recipient of a message that was suppressed because none is known. */
export const NO_ADDRESS = 'keine Adresse'
export const NO_NUMBER = 'keine Nummer'

export function subjectOf({ subject }: { subject?: string | null }): string {
  return subject?.trim() || '(ohne Betreff)'
}
