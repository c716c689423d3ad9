import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../../shared/day.ts'
import { type Health, statusOf } from './status.ts'

const FINE: Health = {
  maintenance: false,
  mails: { queued: 0, overdue: 0, failed: 0 },
  sms: { queued: 0, refused: 0, overdue: 0, failed: 0, unknown: 0 },
  backup: { at: 0, age: 10 * HOUR, late: false },
  muted: undefined,
  smtp: true,
  lowBalances: [],
  requests: { count: 0, late: 0 },
}

const mails = (changes: Partial<Health['mails']>) => ({ mails: { ...FINE.mails, ...changes } })
const sms = (changes: Partial<Health['sms']>) => ({ sms: { ...FINE.sms, ...changes } })
const late = (age: number, at?: number) => ({ backup: { at, age, late: true } })
const low = { provider: 'sevenio', amount: '3.2', currency: 'EUR', at: 0 } as const

describe('the status of the portal', () => {
  it.each<[Partial<Health>, string, string]>([
    [{}, 'info', ''],
    [{ backup: undefined }, 'info', ''],
    [{ requests: { count: 3, late: 0 } }, 'info', ''],
    [mails({ queued: 5, overdue: 10 * MINUTE }), 'info', ''],
    [sms({ queued: 5, refused: 5, overdue: 10 * MINUTE, unknown: 2 }), 'info', ''],
    [{ backup: { at: undefined, age: 36 * HOUR, late: false } }, 'info', ''],

    [{ requests: { count: 3, late: 1 } }, 'warning', '1 Anfrage wartet seit über 24 Stunden.'],
    [{ requests: { count: 3, late: 2 } }, 'warning', '2 Anfragen warten seit über 24 Stunden.'],
    [{ muted: 'all' }, 'warning', 'Benachrichtigungen sind abgeschaltet.'],
    [{ muted: 'emails' }, 'warning', 'E-Mails sind abgeschaltet.'],
    [{ muted: 'sms' }, 'warning', 'SMS sind abgeschaltet.'],
    [{ smtp: false }, 'warning', 'Es ist kein Mailserver eingerichtet.'],
    [{ lowBalances: [low] }, 'warning', 'Guthaben bei seven.io ist niedrig: €\u00a03,20.'],
    [
      { lowBalances: [{ ...low, provider: 'clicksend', amount: '0.5', currency: 'USD' }, low] },
      'warning',
      'Guthaben bei ClickSend ist niedrig: $\u00a00,50. Guthaben bei seven.io ist niedrig: €\u00a03,20.',
    ],

    [mails({ failed: 1 }), 'danger', '1 E-Mail konnte nicht gesendet werden.'],
    [mails({ failed: 2 }), 'danger', '2 E-Mails konnten nicht gesendet werden.'],
    [sms({ failed: 1 }), 'danger', '1 SMS konnte nicht gesendet werden.'],
    [sms({ failed: 2 }), 'danger', '2 SMS konnten nicht gesendet werden.'],
    [
      { ...mails({ failed: 1 }), ...sms({ failed: 1 }) },
      'danger',
      '1 E-Mail und 1 SMS konnten nicht gesendet werden.',
    ],
    [mails({ overdue: 10 * MINUTE + 1 }), 'danger', 'E-Mails warten seit 10 Minuten auf den Versand.'],
    [mails({ overdue: 119 * MINUTE }), 'danger', 'E-Mails warten seit 119 Minuten auf den Versand.'],
    [mails({ overdue: 2 * HOUR }), 'danger', 'E-Mails warten seit 2 Stunden auf den Versand.'],
    [sms({ overdue: 3 * DAY_LENGTH }), 'danger', 'SMS warten seit 3 Tagen auf den Versand.'],
    [
      { ...mails({ overdue: HOUR }), smtp: false },
      'danger',
      'E-Mails warten seit 60 Minuten: Es ist kein Mailserver eingerichtet.',
    ],
    [late(40 * HOUR, 0), 'danger', 'Seit 40 Stunden gibt es keine neue Sicherung.'],
    [late(5 * DAY_LENGTH, 0), 'danger', 'Seit 5 Tagen gibt es keine neue Sicherung.'],
    [late(40 * HOUR), 'danger', 'Es gibt noch keine Sicherung.'],

    [{ maintenance: true }, 'maintenance', 'Die Online-Buchung ist geschlossen (Wartung).'],
  ])('%j: %s', (changes, level, message) => {
    expect(statusOf({ ...FINE, ...changes })).toEqual({ level, message })
  })

  const warnings: Partial<Health> = {
    muted: 'sms',
    smtp: false,
    lowBalances: [low],
    requests: { count: 2, late: 2 },
  }
  const dangers: Partial<Health> = {
    ...mails({ failed: 3, overdue: 25 * MINUTE }),
    ...sms({ failed: 1, overdue: 50 * HOUR }),
    ...late(60 * HOUR, 0),
  }

  it('joins the sentences of one level', () => {
    expect(statusOf({ ...FINE, ...warnings })).toEqual({
      level: 'warning',
      message:
        '2 Anfragen warten seit über 24 Stunden. SMS sind abgeschaltet. Es ist kein Mailserver eingerichtet. Guthaben bei seven.io ist niedrig: €\u00a03,20.',
    })
    expect(statusOf({ ...FINE, ...dangers })).toEqual({
      level: 'danger',
      message:
        '3 E-Mails und 1 SMS konnten nicht gesendet werden. E-Mails warten seit 25 Minuten auf den Versand. SMS warten seit 2 Tagen auf den Versand. Seit 2 Tagen gibt es keine neue Sicherung.',
    })
  })

  it('tells of the worst level alone', () => {
    expect(statusOf({ ...FINE, ...dangers, ...warnings }).level).toBe('danger')
    expect(statusOf({ ...FINE, ...dangers, ...warnings }).message).not.toContain('Anfragen')
    expect(statusOf({ ...FINE, ...dangers, ...warnings, maintenance: true })).toEqual({
      level: 'maintenance',
      message: 'Die Online-Buchung ist geschlossen (Wartung).',
    })
  })
})
