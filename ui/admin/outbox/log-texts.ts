import { KIND_NAMES, type MessageKind } from '../../../src/shared/messages/message-kinds.ts'

/** A row with its kind, and with the appointment and the patient that its message is about. */
export type AboutPatient = {
  kind: MessageKind | null
  booking_id: string | null
  booking_start: string | null
  name: string | null
  recipient: string
}

/** Returns whom a message is about: the patient, else its recipient, else its kind. */
export function nameInLog({ name, recipient, kind }: AboutPatient): string {
  return name || recipient || kindName(kind)
}

/** Returns the name of a message's kind. A row with only the fields of the specification has no kind. */
export function kindName(kind: MessageKind | null): string {
  return kind === null ? 'Nachricht' : KIND_NAMES[kind]
}

/** Returns the text for a recipient that is unknown or was deleted. */
export function noRecipientText({ emptied }: { emptied: string | null }, what: 'Adresse' | 'Nummer'): string {
  return emptied === null ? `keine ${what}` : `${what} gelöscht`
}

/** Returns the subject, or a text that says why there is none. */
export function subjectOf({ subject, emptied }: { subject?: string | null; emptied: string | null }): string {
  return subject?.trim() || emptied || '(ohne Betreff)'
}
