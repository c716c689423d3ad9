import type { Ctx } from '../../ctx.ts'
import { isSyncOn } from '../../erp/sync.ts'
import { outboxState } from '../../messaging/outbox/state.ts'
import { hasMailServer } from '../../practice/mail-server.ts'
import { MINUTE } from '../../shared/day.ts'
import { elapsedText } from '../../shared/elapsed-text.ts'
import { CHANNELS } from '../../shared/messages/message-kinds.ts'
import { defineCheck, type MetricSample } from './check.ts'
import { type Finding, goodFinding, wrongFinding } from './finding.ts'
import { type ChannelState, type OutboxFacts, outboxAlerts, STANDSTILL_AFTER } from './outbox-alerts.ts'

/** Checks whether messages are sent. */
export const outboxCheck = defineCheck({
  read: (ctx: Ctx): OutboxFacts => ({
    states: outboxState(ctx),
    hasServer: hasMailServer(ctx),
    usesOdoo: isSyncOn(ctx),
  }),

  alerts: outboxAlerts,

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
    return wrongFinding('outbox', {
      text: `messages have waited for ${Math.floor(overdue / MINUTE)} minutes: the web admin says why`,
      german: `Nachrichten warten seit ${elapsedText(overdue)}. Warum, steht beim Versand.`,
    })
  const refused = sumOf(channels, (state) => state.refused)
  if (refused > 0) {
    const subjectAndVerb =
      refused === 1 ? '1 wartende Nachricht wurde' : `${refused} wartende Nachrichten wurden`
    return wrongFinding('outbox', {
      text: `${refused} of the messages that wait were refused: the web admin says why`,
      german: `${subjectAndVerb} abgelehnt. Warum, steht beim Versand.`,
    })
  }
  const queued = sumOf(channels, (state) => state.queued)
  return goodFinding('outbox', {
    text: `${queued} messages wait`,
    german: queued === 1 ? '1 Nachricht wartet' : `${queued} Nachrichten warten`,
  })
}

/** Returns a finding about messages that were not sent, or may not have been; none if there are none. */
function lostFindings(channels: readonly ChannelState[]): Finding[] {
  const lost = sumOf(channels, ({ failed, unknown }) => failed + unknown)
  if (lost === 0) return []
  const subjectAndVerb =
    lost === 1
      ? '1 Nachricht zu einem kommenden Termin kam'
      : `${lost} Nachrichten zu kommenden Terminen kamen`
  return [
    wrongFinding('outbox', {
      text: `${lost} messages about coming appointments were not sent, or perhaps not: the web admin says why`,
      german: `${subjectAndVerb} nicht, oder vielleicht nicht, an. Warum, steht beim Versand.`,
    }),
  ]
}

function sumOf(channels: readonly ChannelState[], count: (state: ChannelState) => number): number {
  return channels.reduce((sum, state) => sum + count(state), 0)
}

/** Returns a function that reads a value of each channel, labelled with the name of the channel. */
function forEachChannel(
  value: (state: ChannelState) => number,
): (facts: OutboxFacts) => readonly MetricSample[] {
  return ({ states }) => CHANNELS.map((name) => [{ channel: labelOf(name) }, value(states[name])])
}

/** Returns the name of a channel in the metrics. */
function labelOf(channel: (typeof CHANNELS)[number]): string {
  return channel === 'erp' ? 'odoo' : channel
}
