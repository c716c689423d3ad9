import { expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { findingRows } from '../../testing/finding-rows.ts'
import { FAILED_MESSAGES, outboxFactsWith } from '../../testing/outbox-facts.ts'
import { NOW } from '../../testing/test-app.ts'
import { outboxCheck } from './outbox.ts'
import { STANDSTILL_AFTER } from './outbox-alerts.ts'

/** The number of `FAILED_MESSAGES`, including those that may have been sent. */
const FAILED_COUNT = FAILED_MESSAGES.email.failed + FAILED_MESSAGES.sms.failed + FAILED_MESSAGES.sms.unknown

it('the count beside the navigation includes messages that failed or may have failed', () => {
  expect(outboxCheck.counts?.(outboxFactsWith(FAILED_MESSAGES))).toEqual({ failed: FAILED_COUNT })
})

it('the count beside the navigation includes pushes to Odoo, unless Odoo is switched off', () => {
  expect(outboxCheck.counts?.(outboxFactsWith({ ...FAILED_MESSAGES, erp: { failed: 3 } }))).toEqual({
    failed: FAILED_COUNT + 3,
  })
  expect(outboxCheck.counts?.(outboxFactsWith({ erp: { failed: 3 }, usesOdoo: false }))).toEqual({
    failed: 0,
  })
})

it.each([
  {
    text: 'good: 3 messages wait',
    changes: { email: { queued: 2, overdue: STANDSTILL_AFTER }, sms: { queued: 1 } },
  },
  {
    text: 'wrong: messages have waited for 25 minutes: the web admin says why',
    changes: { sms: { overdue: 25 * MINUTE } },
  },
])('ordi doctor says: $text', ({ text, changes }) => {
  expect(findingRows(outboxCheck.doctor?.findings(outboxFactsWith(changes), NOW))).toEqual([text])
})

it.each([
  { changes: { email: { queued: 1 } }, german: '1 Nachricht wartet' },
  { changes: { email: { queued: 2 } }, german: '2 Nachrichten warten' },
  {
    changes: { sms: { queued: 1, refused: 1 } },
    german: '1 wartende Nachricht wurde abgelehnt. Warum, steht beim Versand.',
  },
  {
    changes: { email: { failed: 1 } },
    german:
      '1 Nachricht zu einem kommenden Termin kam nicht, oder vielleicht nicht, an. Warum, steht beim Versand.',
  },
])('the state of the installation counts messages: $german', ({ changes, german }) => {
  expect(
    outboxCheck.doctor?.findings(outboxFactsWith(changes), NOW).map((finding) => finding.german),
  ).toContain(german)
})
