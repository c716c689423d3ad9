import { TOLD_LATER } from '../../booking/undo.ts'

/**
 * The kinds of note that staff see after a change.
 * - `notified`: A message goes to the patient.
 * - `unreachable`: No message can reach the patient.
 * - `unannounced`: The practice has chosen to send none.
 * - `repeated`: Nothing was changed, because the booking was so already.
 */
type NoteKind = 'notified' | 'unreachable' | 'unannounced' | 'repeated'

const CANCELLATION_NOTES: Record<NoteKind, string> = {
  notified: 'Termin wurde abgesagt und der Patient informiert.',
  unreachable: 'Termin wurde abgesagt. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
  unannounced: 'Termin wurde abgesagt. Der Patient bekommt wie gewünscht keine Nachricht.',
  repeated: 'Termin war bereits abgesagt.',
}

const REINSTATEMENT_NOTES = {
  notified: 'Termin ist wieder eingetragen, der Patient wird informiert.',
  unreachable:
    'Termin ist wieder eingetragen. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
}

const MOVE_NOTES: Record<NoteKind, string> = {
  notified: 'Termin wurde verschoben und der Patient informiert.',
  unreachable: 'Termin wurde verschoben. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
  unannounced: 'Termin wurde verschoben. Der Patient bekommt wie gewünscht keine Nachricht.',
  repeated: 'Der Termin hat diese Zeit bereits.',
}
/** These stand for `notified` while the change can be undone, because the message waits until then. */
const UNDOABLE_CANCELLATION_NOTE = `Termin wurde abgesagt. ${TOLD_LATER}`
const UNDOABLE_MOVE_NOTE = `Termin wurde verschoben. ${TOLD_LATER}`

/** `announced` says that the practice wished for a message, and `notified` that one reaches the patient. */
type Change = Readonly<{ repeated: boolean; announced: boolean; notified: boolean }>

/** Returns the sentence that staff see after a cancellation. */
export function cancellationNote(change: Change, isUndoable: boolean): string {
  const kind = noteKind(change)
  return kind === 'notified' && isUndoable ? UNDOABLE_CANCELLATION_NOTE : CANCELLATION_NOTES[kind]
}

/** Returns the sentence that staff see after a move. */
export function moveNote(change: Change, isUndoable: boolean): string {
  const kind = noteKind(change)
  return kind === 'notified' && isUndoable ? UNDOABLE_MOVE_NOTE : MOVE_NOTES[kind]
}

/** Returns the sentence that staff see after they have entered a cancelled appointment again. */
export function reinstatementNote(notified: boolean): string {
  return notified ? REINSTATEMENT_NOTES.notified : REINSTATEMENT_NOTES.unreachable
}

function noteKind(change: Change): NoteKind {
  if (change.repeated) return 'repeated'
  if (!change.announced) return 'unannounced'
  return change.notified ? 'notified' : 'unreachable'
}
