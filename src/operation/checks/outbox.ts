import type { Ctx } from '../../ctx.ts'
import { isSyncOn } from '../../erp/sync.ts'
import { outboxState } from '../../messaging/outbox/state.ts'
import { hasMailServer } from '../../practice/mail-server.ts'
import { MINUTE } from '../../shared/day.ts'
import { CHANNELS } from '../../shared/messages/message-kinds.ts'
import { type Alert, alert, defineCheck, type MetricSample } from './check.ts'
import { type Finding, good, wrong } from './finding.ts'
import { duration, OUTBOX_PAGE } from './words.ts'

/** Milliseconds after which an overdue message means that sending has come to a standstill. */
const STANDSTILL_AFTER = 10 * MINUTE

/** The query that narrows the page of the outbox to the failures that the banner counts. */
const OPEN_FAILURES = 'open=1'

type States = ReturnType<typeof outboxState>
/** The state of one channel. */
type ChannelState = States[keyof States]
type Facts = Readonly<{ states: States; hasServer: boolean; usesOdoo: boolean }>

/** Checks whether messages are sent. */
export const outbox = defineCheck({
  read: (ctx: Ctx): Facts => ({
    states: outboxState(ctx),
    hasServer: hasMailServer(ctx),
    usesOdoo: isSyncOn(ctx),
  }),

  alerts: (facts) => [
    ...faultAlerts(facts),
    ...failedAlerts(facts),
    ...standstillAlerts(facts),
    ...unknownAlerts(facts),
  ],

  counts: ({ states: { email, sms, erp }, usesOdoo }) => ({
    failed: email.failed + email.unknown + sms.failed + sms.unknown + (usesOdoo ? erp.failed : 0),
  }),

  doctor: {
    group: 'operation',
    findings: ({ states: { email, sms, erp }, usesOdoo }) => {
      const channels = [email, sms, ...(usesOdoo ? [erp] : [])]
      return [waitingFinding(channels), ...lostFindings(channels)]
    },
  },

  metrics: {
    ordi_outbox_queued: {
      help: 'Messages that wait or are being sent.',
      labels: ['channel'],
      values: forEachChannel(({ queued }) => queued),
    },
    ordi_outbox_oldest_age_seconds: {
      help: 'Since the oldest of them was queued; 0 if there is none.',
      labels: ['channel'],
      values: forEachChannel(({ age }) => age / 1000),
    },
    ordi_outbox_overdue_seconds: {
      help: 'Since the longest overdue of them was due; 0 if none is.',
      labels: ['channel'],
      values: forEachChannel(({ overdue }) => overdue / 1000),
    },
    ordi_outbox_undelivered: {
      help: 'Failed or unknown, of appointments that are still ahead.',
      labels: ['channel', 'status'],
      values: ({ states }) =>
        CHANNELS.flatMap((name) => [
          [{ channel: labelOf(name), status: 'failed' }, states[name].failed],
          [{ channel: labelOf(name), status: 'unknown' }, states[name].unknown],
        ]),
    },
    ordi_outbox_fault: {
      help: '1 while a fault of its settings or server keeps a channel from sending.',
      labels: ['channel'],
      values: forEachChannel(({ fault }) => Number(fault !== null)),
    },
  },
})

/** Returns the finding about waiting messages: overdue, refused, or all well. */
function waitingFinding(channels: readonly ChannelState[]): Finding {
  const overdue = Math.max(...channels.map((state) => state.overdue))
  if (overdue > STANDSTILL_AFTER)
    return wrong('outbox', {
      text: `messages have waited for ${Math.floor(overdue / MINUTE)} minutes: the web admin says why`,
      german: `Nachrichten warten seit ${duration(overdue)}. Warum, steht beim Versand.`,
    })
  const refused = sumOf(channels, (state) => state.refused)
  if (refused > 0)
    return wrong('outbox', {
      text: `${refused} of the messages that wait were refused: the web admin says why`,
      german: `${refused === 1 ? '1 wartende Nachricht wurde' : `${refused} wartende Nachrichten wurden`} abgelehnt. Warum, steht beim Versand.`,
    })
  const queued = sumOf(channels, (state) => state.queued)
  return good('outbox', {
    text: `${queued} messages wait`,
    german: queued === 1 ? '1 Nachricht wartet' : `${queued} Nachrichten warten`,
  })
}

/** Returns a finding about messages that were not sent, or may not have been; none if there are none. */
function lostFindings(channels: readonly ChannelState[]): Finding[] {
  const lost = sumOf(channels, ({ failed, unknown }) => failed + unknown)
  if (lost === 0) return []
  return [
    wrong('outbox', {
      text: `${lost} messages about coming appointments were not sent, or perhaps not: the web admin says why`,
      german: `${lost === 1 ? '1 Nachricht zu einem kommenden Termin kam' : `${lost} Nachrichten zu kommenden Terminen kamen`} nicht, oder vielleicht nicht, an. Warum, steht beim Versand.`,
    }),
  ]
}

function sumOf(channels: readonly ChannelState[], count: (state: ChannelState) => number): number {
  return channels.reduce((sum, state) => sum + count(state), 0)
}

/**
 * Returns the alert about a fault of e-mail: at once and until an e-mail is sent, because nobody can book
 * without an e-mail verification.
 */
function faultAlerts({ states: { email } }: Facts): Alert[] {
  const { fault } = email
  if (fault === null) return []
  return [
    alert({
      kind: 'mail-fault',
      level: 'danger',
      banner: fault,
      title: 'E-Mails gehen nicht hinaus',
      detail: fault,
      href: `${OUTBOX_PAGE}?status=queued`,
    }),
  ]
}

function failedAlerts({ states: { email, sms } }: Facts): Alert[] {
  const count = email.failed + sms.failed
  if (count === 0) return []
  const detail = messagesText({ emails: email.failed, sms: sms.failed })
  return [
    alert({
      kind: 'failed',
      level: 'danger',
      banner: `${detail} ${count === 1 ? 'konnte' : 'konnten'} nicht gesendet werden.${unclearText(sms)}`,
      title: 'Nachrichten nicht gesendet',
      detail,
      href: `${OUTBOX_PAGE}?${email.failed > 0 ? '' : 'tab=sms&'}${OPEN_FAILURES}`,
    }),
  ]
}

function standstillAlerts({ states: { email, sms }, hasServer }: Facts): Alert[] {
  const end = hasServer ? ' auf den Versand.' : ': Es ist kein E-Mail-Server eingerichtet.'
  const sentences = [
    ...(email.overdue > STANDSTILL_AFTER ? [`E-Mails warten seit ${duration(email.overdue)}${end}`] : []),
    ...(sms.overdue > STANDSTILL_AFTER ? [`SMS warten seit ${duration(sms.overdue)} auf den Versand.`] : []),
  ]
  if (sentences.length === 0) return []
  const detail = sentences.join(' ')
  return [
    alert({
      kind: 'standstill',
      level: 'danger',
      banner: detail,
      title: 'Versand steht still',
      detail,
      href: OUTBOX_PAGE,
    }),
  ]
}

function unknownAlerts({ states: { email, sms } }: Facts): Alert[] {
  if (sms.unknown === 0) return []
  const isInOtherBanner = email.failed + sms.failed > 0
  const sent = sms.unknown === 1 ? 'sie gesendet wurde' : 'sie gesendet wurden'
  return [
    alert({
      kind: 'unknown',
      level: 'warning',
      // The banner about failed messages mentions these SMS too.
      ...(!isInOtherBanner && {
        banner: `Bei ${messagesText({ sms: sms.unknown })} ist es unklar, ob ${sent}.`,
      }),
      title: 'Unklar, ob gesendet',
      detail: messagesText({ sms: sms.unknown }),
      href: `${OUTBOX_PAGE}?tab=sms&status=unknown&${OPEN_FAILURES}`,
    }),
  ]
}

/**
 * Returns the sentence about SMS that may have been sent; '' without any. The banner about failed messages
 * needs it to agree with the count beside the navigation.
 */
function unclearText({ unknown }: ChannelState): string {
  return unknown === 0 ? '' : ` Bei ${messagesText({ sms: unknown })} ist es unklar.`
}

/** Returns `2 E-Mails und 1 SMS`, leaving out a channel without messages. */
function messagesText({ emails = 0, sms }: { emails?: number; sms: number }): string {
  const parts = [emails > 0 && `${emails} ${emails === 1 ? 'E-Mail' : 'E-Mails'}`, sms > 0 && `${sms} SMS`]
  return parts.filter(Boolean).join(' und ')
}

/** Returns a function that reads a value of each channel, labelled with the name of the channel. */
function forEachChannel(value: (state: ChannelState) => number): (facts: Facts) => readonly MetricSample[] {
  return ({ states }) => CHANNELS.map((name) => [{ channel: labelOf(name) }, value(states[name])])
}

/** Returns the name of a channel in the metrics. */
function labelOf(channel: keyof States): string {
  return channel === 'erp' ? 'odoo' : channel
}
