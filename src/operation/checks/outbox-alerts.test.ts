import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../../shared/day.ts'
import { FAILED_MESSAGES, type OutboxChanges, outboxFactsWith } from '../../testing/outbox-facts.ts'
import { outboxAlerts, STANDSTILL_AFTER } from './outbox-alerts.ts'

const OUTBOX_PAGE = '/admin/outbox'

const alertsOf = (changes: OutboxChanges) => outboxAlerts(outboxFactsWith(changes))

describe('the alerts of the outbox', () => {
  it.each([
    {},
    { email: { queued: 5, overdue: STANDSTILL_AFTER } },
    { sms: { queued: 5, refused: 5, overdue: STANDSTILL_AFTER } },
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
        card: { title: 'Nachrichten nicht gesendet', detail: failed, href: OUTBOX_PAGE + page },
      },
    ])
  })

  it.each([
    {
      changes: { email: { overdue: STANDSTILL_AFTER + 1 } },
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
        card: { title: 'Versand steht still', detail: text, href: OUTBOX_PAGE },
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
        card: { title: 'E-Mails gehen nicht hinaus', detail: fault, href: `${OUTBOX_PAGE}?status=queued` },
      },
    ])
  })

  it.each([
    { unknown: 1, banner: 'Bei 1 SMS ist es unklar, ob sie gesendet wurde.' },
    { unknown: 2, banner: 'Bei 2 SMS ist es unklar, ob sie gesendet wurden.' },
  ])('count the SMS that may have been sent: $unknown', ({ unknown, banner }) => {
    const href = `${OUTBOX_PAGE}?tab=sms&status=unknown&open=1`
    expect(alertsOf({ sms: { unknown } })).toEqual([
      {
        level: 'warning',
        kind: 'unknown',
        banner,
        card: { title: 'Unklar, ob gesendet', detail: `${unknown} SMS`, href },
      },
    ])
  })

  it('have one banner about messages that failed and that may have failed', () => {
    expect(alertsOf(FAILED_MESSAGES)).toMatchObject([
      { banner: '2 E-Mails und 1 SMS konnten nicht gesendet werden. Bei 4 SMS ist es unklar.' },
      { level: 'warning', kind: 'unknown' },
    ])
    expect(alertsOf(FAILED_MESSAGES)?.[1]?.banner).toBeUndefined()
  })
})
