import { splitFault } from '../../../src/shared/messages/fault-text.ts'
import {
  CHANNEL_NAMES,
  type Channel,
  KIND_NAMES,
  type MessageKind,
} from '../../../src/shared/messages/message-kinds.ts'
import { displayOfMessage } from '../outbox/message-status.ts'

type DescribedMessage = {
  channel: Channel
  kind: MessageKind
  status: string
  emptied: string | null
  error: string | null
  subject?: string
  text?: string
}

/** Returns title and state of a message in the outbox, and why it was not sent ('' without a reason). */
export function messageText({ channel, kind, status, subject, text, emptied, error }: DescribedMessage): {
  title: string
  state: string
  reason: string
} {
  // `emptied` marks a text that has since been deleted.
  const nameWithoutText = channel === 'email' ? '(ohne Betreff)' : KIND_NAMES[kind]
  return {
    title: `${CHANNEL_NAMES[channel]}: ${subject || text || emptied || nameWithoutText}`,
    state: displayOfMessage(status).label,
    // The technical part of a fault is meant for the server's administrator.
    reason: splitFault(error ?? '').sentence,
  }
}
