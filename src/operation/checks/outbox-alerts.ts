import type { outboxState } from '../../messaging/outbox/state.ts'
import { MINUTE } from '../../shared/day.ts'
import { elapsedText } from '../../shared/elapsed-text.ts'
import { type Alert, alertWithCard } from './check.ts'
import { OUTBOX_PAGE } from './words.ts'

/** Milliseconds after which an overdue message means that sending has come to a standstill. */
export const STANDSTILL_AFTER = 10 * MINUTE

/** The query that narrows the page of the outbox to the failures that the banner counts. */
const OPEN_FAILURES = 'open=1'

type States = ReturnType<typeof outboxState>
/** The state of one channel. */
export type ChannelState = States[keyof States]
/** The state of all channels, and which of them the practice uses. */
export type OutboxFacts = Readonly<{ states: States; hasServer: boolean; usesOdoo: boolean }>

/** Returns the alerts about messages that are not sent. */
export function outboxAlerts(facts: OutboxFacts): Alert[] {
  return [...faultAlerts(facts), ...failedAlerts(facts), ...standstillAlerts(facts), ...unknownAlerts(facts)]
}

/**
 * Returns the alert about a fault of e-mail: at once and until an e-mail is sent, because nobody can book
 * without an e-mail verification.
 */
function faultAlerts({ states: { email } }: OutboxFacts): Alert[] {
  const { fault } = email
  if (fault === null) return []
  return [
    alertWithCard({
      kind: 'mail-fault',
      level: 'danger',
      banner: fault,
      title: 'E-Mails gehen nicht hinaus',
      detail: fault,
      href: `${OUTBOX_PAGE}?status=queued`,
    }),
  ]
}

/** Returns the alert about e-mails and SMS that have failed and are not settled. */
function failedAlerts({ states: { email, sms } }: OutboxFacts): Alert[] {
  const count = email.failed + sms.failed
  if (count === 0) return []
  const failedText = messagesText({ emails: email.failed, sms: sms.failed })
  const verb = count === 1 ? 'konnte' : 'konnten'
  // The page shows e-mails unless its query names another tab.
  const tab = email.failed > 0 ? '' : 'tab=sms&'
  return [
    alertWithCard({
      kind: 'failed',
      level: 'danger',
      banner: `${failedText} ${verb} nicht gesendet werden.${unknownText(sms)}`,
      title: 'Nachrichten nicht gesendet',
      detail: failedText,
      href: `${OUTBOX_PAGE}?${tab}${OPEN_FAILURES}`,
    }),
  ]
}

/** Returns the alert about messages that have been due for longer than `STANDSTILL_AFTER`. */
function standstillAlerts({ states: { email, sms }, hasServer }: OutboxFacts): Alert[] {
  const emailsWait = `E-Mails warten seit ${elapsedText(email.overdue)}`
  const aboutEmails = hasServer
    ? `${emailsWait} auf den Versand.`
    : `${emailsWait}: Es ist kein E-Mail-Server eingerichtet.`
  const aboutSms = `SMS warten seit ${elapsedText(sms.overdue)} auf den Versand.`
  const sentences = [
    ...(email.overdue > STANDSTILL_AFTER ? [aboutEmails] : []),
    ...(sms.overdue > STANDSTILL_AFTER ? [aboutSms] : []),
  ]
  if (sentences.length === 0) return []
  const text = sentences.join(' ')
  return [
    alertWithCard({
      kind: 'standstill',
      level: 'danger',
      banner: text,
      title: 'Versand steht still',
      detail: text,
      href: OUTBOX_PAGE,
    }),
  ]
}

/** Returns the alert about SMS that may have been sent. It has no banner beside the one about failures. */
function unknownAlerts({ states: { email, sms } }: OutboxFacts): Alert[] {
  if (sms.unknown === 0) return []
  const isInOtherBanner = email.failed + sms.failed > 0
  const unknownText = messagesText({ sms: sms.unknown })
  const question = sms.unknown === 1 ? 'ob sie gesendet wurde' : 'ob sie gesendet wurden'
  return [
    alertWithCard({
      kind: 'unknown',
      level: 'warning',
      // The banner about failed messages mentions these SMS too.
      ...(!isInOtherBanner && { banner: `Bei ${unknownText} ist es unklar, ${question}.` }),
      title: 'Unklar, ob gesendet',
      detail: unknownText,
      href: `${OUTBOX_PAGE}?tab=sms&status=unknown&${OPEN_FAILURES}`,
    }),
  ]
}

/**
 * Returns the sentence about SMS that may have been sent; '' without any. The banner about failed messages
 * needs it to agree with the count beside the navigation.
 */
function unknownText({ unknown }: ChannelState): string {
  return unknown === 0 ? '' : ` Bei ${messagesText({ sms: unknown })} ist es unklar.`
}

/** Returns `2 E-Mails und 1 SMS`, leaving out a channel without messages. */
function messagesText({ emails = 0, sms }: { emails?: number; sms: number }): string {
  const parts = [emails > 0 && `${emails} ${emails === 1 ? 'E-Mail' : 'E-Mails'}`, sms > 0 && `${sms} SMS`]
  return parts.filter(Boolean).join(' und ')
}
