import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../../shared/day.ts'
import { findingRows } from '../../testing/finding-rows.ts'
import { NOW } from '../../testing/test-app.ts'
import { outboxCheck } from './outbox.ts'

/** The state of a channel where all is well. */
const FINE = { queued: 0, refused: 0, age: 0, overdue: 0, failed: 0, unknown: 0, fault: null }
type Channel = Partial<Omit<typeof FINE, 'fault'>> & { fault?: string }

type Changes = Readonly<{
  email?: Channel
  sms?: Channel
  erp?: Channel
  hasServer?: boolean
  usesOdoo?: boolean
}>

/** Returns the facts of an outbox where all is well, except for these changes. */
function factsWith({ email, sms, erp, ...others }: Changes) {
  return {
    states: { email: { ...FINE, ...email }, sms: { ...FINE, ...sms }, erp: { ...FINE, ...erp } },
    hasServer: true,
    usesOdoo: true,
    ...others,
  }
}
const alertsOf = (changes: Changes) => outboxCheck.alerts?.(factsWith(changes), NOW)

const PAGE = '/admin/outbox'

describe('the alerts of the outbox', () => {
  it.each([
    {},
    { email: { queued: 5, overdue: 10 * MINUTE } },
    { sms: { queued: 5, refused: 5, overdue: 10 * MINUTE } },
    { hasServer: false },
  ])('are none while nothing has waited for more than ten minutes: %j', (changes) => {
    expect(alertsOf(changes)).toEqual([])
  })

  it.each([
    { changes: { email: { failed: 1 } }, failed: '1 E-Mail', verb: 'konnte', page: '?open=1' },
    { changes: { email: { failed: 2 } }, failed: '2 E-Mails', verb: 'konnten', page: '?open=1' },
    { changes: { sms: { failed: 1 } }, failed: '1 SMS', verb: 'konnte', page: '?tab=sms&open=1' },
    { changes: { sms: { failed: 2 } }, failed: '2 SMS', verb: 'konnten', page: '?tab=sms&open=1' },
    {
      changes: { email: { failed: 1 }, sms: { failed: 1 } },
      failed: '1 E-Mail und 1 SMS',
      verb: 'konnten',
      page: '?open=1',
    },
  ])('count failed messages: $failed', ({ changes, failed, verb, page }) => {
    expect(alertsOf(changes)).toEqual([
      {
        level: 'danger',
        kind: 'failed',
        banner: `${failed} ${verb} nicht gesendet werden.`,
        card: { title: 'Nachrichten nicht gesendet', detail: failed, href: PAGE + page },
      },
    ])
  })

  it.each([
    {
      changes: { email: { overdue: 10 * MINUTE + 1 } },
      text: 'E-Mails warten seit 10 Minuten auf den Versand.',
    },
    {
      changes: { email: { overdue: 119 * MINUTE } },
      text: 'E-Mails warten seit 119 Minuten auf den Versand.',
    },
    { changes: { email: { overdue: 2 * HOUR } }, text: 'E-Mails warten seit 2 Stunden auf den Versand.' },
    { changes: { sms: { overdue: 3 * DAY_LENGTH } }, text: 'SMS warten seit 3 Tagen auf den Versand.' },
    {
      changes: { email: { overdue: HOUR }, hasServer: false },
      text: 'E-Mails warten seit 60 Minuten: Es ist kein E-Mail-Server eingerichtet.',
    },
    {
      changes: { email: { overdue: 25 * MINUTE }, sms: { overdue: 50 * HOUR } },
      text: 'E-Mails warten seit 25 Minuten auf den Versand. SMS warten seit 2 Tagen auf den Versand.',
    },
  ])('say how long messages have waited: $text', ({ changes, text }) => {
    expect(alertsOf(changes)).toEqual([
      {
        level: 'danger',
        kind: 'standstill',
        banner: text,
        card: { title: 'Versand steht still', detail: text, href: PAGE },
      },
    ])
  })

  it('report a fault of e-mail', () => {
    const fault = 'Bitte MAIL_FROM prüfen.'
    expect(alertsOf({ email: { fault } })).toEqual([
      {
        level: 'danger',
        kind: 'mail-fault',
        banner: fault,
        card: { title: 'E-Mails gehen nicht hinaus', detail: fault, href: `${PAGE}?status=queued` },
      },
    ])
  })

  it.each([
    { unknown: 1, banner: 'Bei 1 SMS ist es unklar, ob sie gesendet wurde.' },
    { unknown: 2, banner: 'Bei 2 SMS ist es unklar, ob sie gesendet wurden.' },
  ])('count the SMS that may have been sent: $unknown', ({ unknown, banner }) => {
    const href = `${PAGE}?tab=sms&status=unknown&open=1`
    expect(alertsOf({ sms: { unknown } })).toEqual([
      {
        level: 'warning',
        kind: 'unknown',
        banner,
        card: { title: 'Unklar, ob gesendet', detail: `${unknown} SMS`, href },
      },
    ])
  })
})

const FAILED = { email: { failed: 2 }, sms: { failed: 1, unknown: 4 } }

it('the count beside the navigation includes messages that failed or may have failed', () => {
  expect(outboxCheck.counts?.(factsWith(FAILED))).toEqual({ failed: 2 + 1 + 4 })
})

it('the count beside the navigation includes pushes to Odoo, unless Odoo is switched off', () => {
  expect(outboxCheck.counts?.(factsWith({ ...FAILED, erp: { failed: 3 } }))).toEqual({ failed: 7 + 3 })
  expect(outboxCheck.counts?.(factsWith({ erp: { failed: 3 }, usesOdoo: false }))).toEqual({ failed: 0 })
})

it('the banner has one sentence about messages that failed and that may have failed', () => {
  expect(alertsOf(FAILED)).toMatchObject([
    { banner: '2 E-Mails und 1 SMS konnten nicht gesendet werden. Bei 4 SMS ist es unklar.' },
    { level: 'warning', kind: 'unknown' },
  ])
  expect(alertsOf(FAILED)?.[1]?.banner).toBeUndefined()
})

it.each([
  {
    text: 'good: 3 messages wait',
    changes: { email: { queued: 2, overdue: 10 * MINUTE }, sms: { queued: 1 } },
  },
  {
    text: 'wrong: messages have waited for 25 minutes: the web admin says why',
    changes: { sms: { overdue: 25 * MINUTE } },
  },
])('ordi doctor says: $text', ({ text, changes }) => {
  expect(findingRows(outboxCheck.doctor?.findings(factsWith(changes), NOW))).toEqual([text])
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
  expect(outboxCheck.doctor?.findings(factsWith(changes), NOW).map((finding) => finding.german)).toContain(
    german,
  )
})
