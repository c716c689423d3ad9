import type { MessageKind } from '../shared/messages/message-kinds.ts'
import type { Kind, Rules, Sample } from './kind.ts'
import { cancelled } from './kinds/cancelled.ts'
import { cancelledByPatient } from './kinds/cancelled-by-patient.ts'
import { confirmed } from './kinds/confirmed.ts'
import { danger } from './kinds/danger.ts'
import { emailVerification } from './kinds/email-verification.ts'
import { erpConflict } from './kinds/erp-conflict.ts'
import { erpPush } from './kinds/erp-push.ts'
import { invitation } from './kinds/invitation.ts'
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
import { test } from './kinds/test.ts'
import { unanswered } from './kinds/unanswered.ts'

/** A declaration without the type of its facts. */
type AnyKind = Rules &
  Omit<Kind<never>, 'samples'> &
  Readonly<{ samples: Readonly<Record<string, (sample: Sample) => unknown>> }>

/** Every kind of message. Which event sends which is in booking/notifications.ts. */
export const KINDS = {
  'email-verification': emailVerification,
  'reservation-received': reservationReceived,
  'new-reservation': newReservation,
  confirmed,
  moved,
  'moved-by-patient': movedByPatient,
  'move-received': moveReceived,
  'move-asked': moveAsked,
  'move-rejected': moveRejected,
  rejected,
  cancelled,
  'cancelled-by-patient': cancelledByPatient,
  offer,
  reminder,
  unanswered,
  'erp-conflict': erpConflict,
  'erp-push': erpPush,
  invitation,
  danger,
  test,
} as const satisfies Readonly<Record<MessageKind, AnyKind>>

/** The kinds that exist as an e-mail, or as an SMS. */
export type KindOn<C extends 'email' | 'sms'> = {
  [K in MessageKind]: (typeof KINDS)[K] extends Readonly<Record<C, unknown>> ? K : never
}[MessageKind]

/** What a message of the kind says. */
export type FactsOf<K extends KindOn<'email'>> = Parameters<(typeof KINDS)[K]['email']>[0]

/** The declaration of a kind, in the general type. */
export function rulesOf(kind: MessageKind): AnyKind {
  return KINDS[kind]
}

/** The kinds of which the declaration says this. */
export function kindsWhere(holds: (kind: Rules) => boolean): MessageKind[] {
  return (Object.keys(KINDS) as MessageKind[]).filter((kind) => holds(rulesOf(kind)))
}
