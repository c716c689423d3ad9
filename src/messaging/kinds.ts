import type { MessageKind } from '../shared/messages/message-kinds.ts'
import type { Kind, MessageSample, Rules } from './kind.ts'
import { cancelled } from './kinds/cancelled.ts'
import { cancelledByPatient } from './kinds/cancelled-by-patient.ts'
import { confirmed } from './kinds/confirmed.ts'
import { connectionTest } from './kinds/connection-test.ts'
import { danger } from './kinds/danger.ts'
import { emailVerification } from './kinds/email-verification.ts'
import { erpConflict } from './kinds/erp-conflict.ts'
import { erpPush } from './kinds/erp-push.ts'
import { gathered } from './kinds/gathered.ts'
import { invitation } from './kinds/invitation.ts'
import { late } from './kinds/late.ts'
import { moveAsked } from './kinds/move-asked.ts'
import { moveReceived } from './kinds/move-received.ts'
import { moveRejected } from './kinds/move-rejected.ts'
import { moved } from './kinds/moved.ts'
import { movedByPatient } from './kinds/moved-by-patient.ts'
import { newReservation } from './kinds/new-reservation.ts'
import { offer } from './kinds/offer.ts'
import { rejected } from './kinds/rejected.ts'
import { reminder } from './kinds/reminder.ts'
import { reservationReceived } from './kinds/reservation-received.ts'
import { securityNotice } from './kinds/security-notice.ts'
import { seriesCancelled } from './kinds/series-cancelled.ts'
import { seriesConfirmed } from './kinds/series-confirmed.ts'
import { seriesMoved } from './kinds/series-moved.ts'
import { unanswered } from './kinds/unanswered.ts'
import { written } from './kinds/written.ts'

/** A declaration without the type of its facts. */
type AnyKind = Rules &
  Omit<Kind<never>, 'samples'> &
  Readonly<{ samples: Readonly<Record<string, (sample: MessageSample) => unknown>> }>

/** Every kind of message. booking/notifications.ts says which event sends which kind. */
export const KINDS = {
  'email-verification': emailVerification,
  'reservation-received': reservationReceived,
  'new-reservation': newReservation,
  confirmed,
  'series-confirmed': seriesConfirmed,
  moved,
  'series-moved': seriesMoved,
  'moved-by-patient': movedByPatient,
  'move-received': moveReceived,
  'move-asked': moveAsked,
  'move-rejected': moveRejected,
  rejected,
  cancelled,
  'series-cancelled': seriesCancelled,
  'cancelled-by-patient': cancelledByPatient,
  offer,
  reminder,
  late,
  written,
  unanswered,
  gathered,
  'erp-conflict': erpConflict,
  'erp-push': erpPush,
  invitation,
  'security-notice': securityNotice,
  danger,
  test: connectionTest,
} as const satisfies Readonly<Record<MessageKind, AnyKind>>

/** The kinds that are sent on the channel. */
export type KindOn<C extends 'email' | 'sms'> = {
  [K in MessageKind]: (typeof KINDS)[K] extends Readonly<Record<C, unknown>> ? K : never
}[MessageKind]

/** The facts from which a message of the kind is written. */
export type FactsOf<K extends KindOn<'email'>> = Parameters<(typeof KINDS)[K]['email']>[0]

/** Returns the declaration of a kind without the type of its facts. */
export function rulesOf(kind: MessageKind): AnyKind {
  return KINDS[kind]
}

/** Returns the kinds whose declaration meets the condition. */
export function kindsWhere(holds: (kind: Rules) => boolean): MessageKind[] {
  return (Object.keys(KINDS) as MessageKind[]).filter((kind) => holds(rulesOf(kind)))
}
