import { SENT_LATER } from '../../booking/undoable-changes.ts'

/**
 * The kinds of note that staff see after a change.
 * - `notified`: A message goes to the patient.
 * - `delayed`: A message goes to the patient when the change can no longer be undone.
 * - `unreachable`: No message can reach the patient.
 * - `unannounced`: The practice has chosen not to send a message.
 * - `repeated`: Nothing was changed, because the booking was already in that state.
 */
type NoteKind = 'notified' | 'delayed' | 'unreachable' | 'unannounced' | 'repeated'

const CANCELLATION_NOTES: Record<NoteKind, string> = {
  notified: 'Termin wurde abgesagt und der Patient informiert.',
  delayed: `Termin wurde abgesagt. ${SENT_LATER}`,
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
  delayed: `Termin wurde verschoben. ${SENT_LATER}`,
  unreachable: 'Termin wurde verschoben. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.',
  unannounced: 'Termin wurde verschoben. Der Patient bekommt wie gewünscht keine Nachricht.',
  repeated: 'Der Termin hat diese Zeit bereits.',
}

/**
 * A change, or a repeated call that changes nothing. `announced` means that the practice wanted a message,
 * and `notified` that one reaches the patient.
 */
type Change = Readonly<{ repeated: boolean; announced: boolean; notified: boolean; isUndoable: boolean }>

/** Returns the sentence that staff see after a cancellation. */
export function cancellationNote(change: Change): string {
  return CANCELLATION_NOTES[noteKind(change)]
}

/** Returns the sentence that staff see after a move. */
export function moveNote(change: Change): string {
  return MOVE_NOTES[noteKind(change)]
}

/** Returns which note describes the change. */
function noteKind({ repeated, announced, notified, isUndoable }: Change): NoteKind {
  if (repeated) return 'repeated'
  if (!announced) return 'unannounced'
  if (!notified) return 'unreachable'
  return isUndoable ? 'delayed' : 'notified'
}

/** Returns the sentence that staff see after reinstating a cancelled appointment. */
export function reinstatementNote(notified: boolean): string {
  return notified ? REINSTATEMENT_NOTES.notified : REINSTATEMENT_NOTES.unreachable
}

/** Returns the sentence that staff see after cancelling several appointments of a series. */
export function seriesCancellationNote(count: number, notified: boolean): string {
  return `${countText(count)} abgesagt${notifiedText(notified)}`
}

/** Returns the sentence that staff see after moving several appointments of a series. */
export function seriesMoveNote(count: number, notified: boolean): string {
  return `${countText(count)} verschoben${notifiedText(notified)}`
}

function countText(count: number): string {
  return count === 1 ? 'Termin wurde' : `${count} Termine wurden`
}

/** Returns the end of the sentence about a change. */
function notifiedText(notified: boolean): string {
  return notified
    ? ' und der Patient informiert.'
    : '. Der Patient bekommt keine Nachricht davon, bitte rufen Sie an.'
}
