import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../../shared/day.ts'
import { alertRows, findingRows } from '../../testing/alerts.ts'
import { NOW } from '../../testing/test-app.ts'
import { outbox } from './outbox.ts'

const FINE = { queued: 0, refused: 0, age: 0, overdue: 0, failed: 0, unknown: 0, fault: null }
type Channel = Partial<Omit<typeof FINE, 'fault'>> & { fault?: string }

const facts = ({
  email,
  sms,
  erp,
  hasServer = true,
  usesOdoo = true,
}: {
  email?: Channel
  sms?: Channel
  erp?: Channel
  hasServer?: boolean
  usesOdoo?: boolean
}) => ({
  states: { email: { ...FINE, ...email }, sms: { ...FINE, ...sms }, erp: { ...FINE, ...erp } },
  ...{ hasServer, usesOdoo },
})
const alertsOf = (given: Parameters<typeof facts>[0]) => alertRows(outbox.alerts?.(facts(given), NOW))

const PAGE = '/admin/outbox'
const UNSENT = 'Nachrichten nicht gesendet'
const STILL = 'Versand steht still'

describe('the alerts of the outbox', () => {
  it.each([
    {},
    { email: { queued: 5, overdue: 10 * MINUTE } },
    { sms: { queued: 5, refused: 5, overdue: 10 * MINUTE } },
    { hasServer: false },
  ])('are none for %j', (given) => {
    expect(alertsOf(given)).toEqual([])
  })

  it.each([
    [{ email: { failed: 1 } }, '1 E-Mail konnte', '1 E-Mail', `${PAGE}?open=1`],
    [{ email: { failed: 2 } }, '2 E-Mails konnten', '2 E-Mails', `${PAGE}?open=1`],
    [{ sms: { failed: 1 } }, '1 SMS konnte', '1 SMS', `${PAGE}?tab=sms&open=1`],
    [{ sms: { failed: 2 } }, '2 SMS konnten', '2 SMS', `${PAGE}?tab=sms&open=1`],
    [
      { email: { failed: 1 }, sms: { failed: 1 } },
      ...['1 E-Mail und 1 SMS konnten', '1 E-Mail und 1 SMS', `${PAGE}?open=1`],
    ],
  ] as const)('count what has failed: %j', (given, banner, detail, href) => {
    expect(alertsOf(given)).toEqual([
      ['danger', 'failed', `${banner} nicht gesendet werden.`, UNSENT, detail, href],
    ])
  })

  it.each([
    [{ email: { overdue: 10 * MINUTE + 1 } }, 'E-Mails warten seit 10 Minuten auf den Versand.'],
    [{ email: { overdue: 119 * MINUTE } }, 'E-Mails warten seit 119 Minuten auf den Versand.'],
    [{ email: { overdue: 2 * HOUR } }, 'E-Mails warten seit 2 Stunden auf den Versand.'],
    [{ sms: { overdue: 3 * DAY_LENGTH } }, 'SMS warten seit 3 Tagen auf den Versand.'],
    [
      { email: { overdue: HOUR }, hasServer: false },
      'E-Mails warten seit 60 Minuten: Es ist kein E-Mail-Server eingerichtet.',
    ],
    [
      { email: { overdue: 25 * MINUTE }, sms: { overdue: 50 * HOUR } },
      'E-Mails warten seit 25 Minuten auf den Versand. SMS warten seit 2 Tagen auf den Versand.',
    ],
  ])('say for how long messages wait: %j', (given, text) => {
    expect(alertsOf(given)).toEqual([['danger', 'standstill', text, STILL, text, PAGE]])
  })

  it('name a fault of e-mail, and SMS of which nobody knows whether they were sent', () => {
    const fault = 'Bitte MAIL_FROM prüfen.'
    expect(alertsOf({ email: { fault }, sms: { unknown: 1 } })).toEqual([
      ['danger', 'mail-fault', fault, 'E-Mails gehen nicht hinaus', fault, `${PAGE}?status=queued`],
      [
        ...['warning', 'unknown', 'Bei 1 SMS ist es unklar, ob sie gesendet wurde.'],
        ...['Unklar, ob gesendet', '1 SMS', `${PAGE}?tab=sms&status=unknown&open=1`],
      ],
    ])
    expect(alertsOf({ sms: { unknown: 2 } })[0]?.[2]).toBe('Bei 2 SMS ist es unklar, ob sie gesendet wurden.')
  })
})

it('the banner and the count beside the navigation have all that failed or perhaps failed', () => {
  const given = { email: { failed: 2 }, sms: { failed: 1, unknown: 4 } }
  expect(outbox.counts?.(facts(given))).toEqual({ failed: 7 })
  expect(outbox.counts?.(facts({ ...given, erp: { failed: 3 } }))).toEqual({ failed: 10 })
  // Nobody is told of Odoo once it is switched off.
  expect(outbox.counts?.(facts({ erp: { failed: 3 }, usesOdoo: false }))).toEqual({ failed: 0 })
  expect(alertsOf(given)[0]).toContain(
    '2 E-Mails und 1 SMS konnten nicht gesendet werden. Bei 4 SMS ist es unklar.',
  )
  expect(alertsOf(given)[1]?.slice(0, 3)).toEqual(['warning', 'unknown', ''])
})

it.each([
  [{ email: { queued: 2, overdue: 10 * MINUTE }, sms: { queued: 1 } }, 'good: 3 messages wait'],
  [{ sms: { overdue: 25 * MINUTE } }, 'wrong: messages have waited for 25 minutes: the web admin says why'],
])('ordi doctor says of %j: %s', (given, text) => {
  expect(findingRows(outbox.doctor?.findings(facts(given), NOW))).toEqual([text])
})
