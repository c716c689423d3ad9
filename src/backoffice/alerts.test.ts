import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type App, openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { queueEmail, queueSms } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { type Alert, alertsOf, type Health, readHealth, worstOf } from './alerts.ts'

const FINE: Health = {
  now: NOW,
  maintenance: false,
  mails: { queued: 0, refused: 0, overdue: 0, failed: 0, unknown: 0 },
  sms: { queued: 0, refused: 0, overdue: 0, failed: 0, unknown: 0 },
  backup: { at: NOW - 10 * HOUR, age: 10 * HOUR, late: false },
  muted: undefined,
  smtp: true,
  lowBalances: [],
  odoo: undefined,
  requests: { count: 0, late: 0 },
  singleFactorAdmins: 0,
}

const mails = (changes: Partial<Health['mails']>) => ({ mails: { ...FINE.mails, ...changes } })
const sms = (changes: Partial<Health['sms']>) => ({ sms: { ...FINE.sms, ...changes } })
const late = (age: number, at?: number) => ({ backup: { at, age, late: true } })
const muted = (channels: 'all' | 'emails' | 'sms', reason = '', count = 0) => ({
  muted: { channels, reason, count },
})
const low = { provider: 'sevenio', amount: '3.2', currency: 'EUR', at: NOW } as const
const statusOf = (health: Health) => worstOf(alertsOf(health))

describe('the banner', () => {
  it.each<[Partial<Health>, string, string]>([
    [{}, 'info', ''],
    [{ backup: undefined, singleFactorAdmins: 1 }, 'info', ''],
    [{ requests: { count: 3, late: 0 } }, 'info', ''],
    [mails({ queued: 5, overdue: 10 * MINUTE }), 'info', ''],
    [sms({ queued: 5, refused: 5, overdue: 10 * MINUTE, unknown: 2 }), 'info', ''],
    [{ backup: { at: undefined, age: 36 * HOUR, late: false } }, 'info', ''],

    [{ requests: { count: 3, late: 1 } }, 'warning', '1 Anfrage wartet seit über 24 Stunden.'],
    [{ requests: { count: 3, late: 2 } }, 'warning', '2 Anfragen warten seit über 24 Stunden.'],
    [muted('all'), 'warning', 'Benachrichtigungen sind abgeschaltet.'],
    [muted('emails'), 'warning', 'E-Mails sind abgeschaltet.'],
    [muted('sms'), 'warning', 'SMS sind abgeschaltet.'],
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
    ...muted('sms'),
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

  it('names the worst level only', () => {
    expect(statusOf({ ...FINE, ...dangers, ...warnings }).level).toBe('danger')
    expect(statusOf({ ...FINE, ...dangers, ...warnings }).message).not.toContain('Anfragen')
    expect(statusOf({ ...FINE, ...dangers, ...warnings, maintenance: true })).toEqual({
      level: 'maintenance',
      message: 'Die Online-Buchung ist geschlossen (Wartung).',
    })
  })
})

describe('the entries of the start page', () => {
  const cards = (health: Health) =>
    alertsOf(health).flatMap(({ kind, level, card }) => (card ? [{ kind, level, ...card }] : []))
  const only = (changes: Partial<Health>) => cards({ ...FINE, backup: undefined, ...changes })
  const outbox = { href: '/admin/outbox' }
  const general = { kind: 'muted', level: 'warning', href: '/admin/settings/general' }

  it.each<[Partial<Health>, object[]]>([
    [{}, []],
    [{ maintenance: true, requests: { count: 2, late: 2 } }, []],
    [
      { ...mails({ failed: 1 }), ...sms({ failed: 1 }) },
      [{ kind: 'failed', level: 'danger', title: 'Nicht gesendet', detail: '1 E-Mail und 1 SMS', ...outbox }],
    ],
    [
      sms({ overdue: 59 * MINUTE }),
      [
        {
          kind: 'standstill',
          level: 'danger',
          title: 'Outbox steht still',
          detail: 'SMS warten seit 59 Minuten auf den Versand.',
          ...outbox,
        },
      ],
    ],
    [
      sms({ unknown: 1 }),
      [{ kind: 'unknown', level: 'warning', title: 'Unklar, ob gesendet', detail: '1 SMS', ...outbox }],
    ],
    [
      muted('sms', 'Urlaubswoche', 2),
      [{ ...general, title: 'SMS sind stumm', detail: '„Urlaubswoche“, 2 nicht gesendet' }],
    ],
    [
      muted('emails', 'Umbau'),
      [{ ...general, title: 'E-Mails sind stumm', detail: '„Umbau“, noch nichts zurückgehalten' }],
    ],
    [muted('all', '', 1), [{ ...general, title: 'Benachrichtigungen sind aus', detail: '1 nicht gesendet' }]],
    [
      { smtp: false },
      [
        {
          kind: 'smtp',
          level: 'warning',
          title: 'Kein Mailserver',
          detail: 'E-Mails warten, bis SMTP_URL gesetzt ist.',
          href: '',
        },
      ],
    ],
    [
      { singleFactorAdmins: 2 },
      [
        {
          kind: 'second-factor',
          level: 'info',
          title: 'Zweiter Faktor fehlt',
          detail: '2 Zugänge sind nur mit Passwort geschützt.',
          href: '/admin/account',
        },
      ],
    ],
  ])('for %j', (changes, entries) => {
    expect(only(changes)).toEqual(entries)
  })

  it.each([
    ['2027-01-07T13:00:00+01:00', 'heute 13:00'],
    ['2027-01-06T23:59:00+01:00', 'gestern 23:59'],
    ['2027-01-05T02:15:00+01:00', 'Di 5. Jänner, 02:15'],
  ])('say when a low balance was read, at %s: %s', (at, when) => {
    expect(only({ lowBalances: [{ ...low, at: Date.parse(at) }] })).toEqual([
      {
        kind: 'balance',
        level: 'warning',
        title: 'Guthaben niedrig',
        detail: `seven.io €\u00a03,20, Stand ${when}`,
        href: '/admin/settings/sms',
      },
    ])
  })

  const at = Date.parse('2027-01-07T02:15:00+01:00')
  it.each<[Health['backup'], Alert['level'], string, string]>([
    [{ at, age: 11 * HOUR, late: false }, 'info', 'Sicherung in Ordnung', 'zuletzt heute 02:15'],
    [
      { at: at - 3 * DAY_LENGTH, age: 83 * HOUR, late: true },
      'danger',
      'Sicherung veraltet',
      'zuletzt Mo 4. Jänner, 02:15',
    ],
    [
      { at: undefined, age: HOUR, late: false },
      'info',
      'Noch keine Sicherung',
      'Sie wird jede Nacht von selbst gemacht.',
    ],
    [
      { at: undefined, age: 40 * HOUR, late: true },
      'danger',
      'Keine Sicherung',
      'Warum keine entsteht, sagt das Protokoll des Servers.',
    ],
  ])('for the backup %j', (backup, level, title, detail) => {
    expect(only({ backup })).toEqual([{ kind: 'backup', level, title, detail, href: '' }])
  })

  it('have the worst first', () => {
    const kinds = cards({ ...FINE, ...late(40 * HOUR), smtp: false, singleFactorAdmins: 1 }).map(
      ({ kind }) => kind,
    )
    expect(kinds).toEqual(['backup', 'smtp', 'second-factor'])
  })
})

describe('the health of the portal', () => {
  const queueMail = (app: TestApp, bookingId: string, suppressed?: string) =>
    queueEmail(app.ctx(), {
      kind: 'confirmed',
      recipient: 'rosa@musterfrau.example',
      subject: 'Betreff',
      text: 'Text',
      html: '<p>Text</p>',
      bookingId,
      ...(suppressed === undefined ? {} : { suppressed }),
    })
  const queueText = (app: TestApp, bookingId: string, suppressed?: string) =>
    queueSms(app.ctx(), {
      kind: 'confirmed',
      bookingId,
      mobile: '0664 1234567',
      country: 'AT',
      text: 'Text',
      ...(suppressed === undefined ? {} : { suppressed }),
    })
  const openWithSms = () => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordi' })
    return app
  }

  it('counts failed and uncertain messages until their appointment is over, and the overdue ones', () => {
    const app = openWithSms()
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    for (const status of ['failed', 'unknown', 'queued']) {
      queueText(app, id)
      app.rows(
        `update messages set status = ? where channel = 'sms' and id = (select max(id) from messages where channel = 'sms') returning id`,
        status,
      )
    }
    queueMail(app, id)
    queueMail(app, id)
    app.rows(`update messages set status = 'failed' where channel = 'email' returning id`)
    app.pass(11 * MINUTE)
    expect(readHealth(app.ctx())).toMatchObject({
      mails: { failed: 2, overdue: 0 },
      sms: { failed: 1, unknown: 1, overdue: 11 * MINUTE },
    })
    app.at('2027-01-12T08:30:00+01:00')
    expect(readHealth(app.ctx())).toMatchObject({ mails: { failed: 0 }, sms: { failed: 0, unknown: 0 } })
  })

  it.each([
    [{ notify_muteSms: true, notify_reason: 'Urlaubswoche' }, 'sms', 2],
    [{ notify_muteEmail: true, notify_reason: 'Urlaubswoche' }, 'emails', 1],
    [{ notify_off: true, notify_reason: 'Urlaubswoche' }, 'all', 3],
    [{ notify_muteEmail: true, notify_muteSms: true, notify_reason: 'Umbau' }, 'all', 0],
    [{ notify_off: true, notify_reason: '' }, 'all', 1],
  ])('counts what was suppressed for coming appointments while %j', (general, channels, count) => {
    const app = openWithSms()
    const ahead = insertBooking(app.ctx().db, { status: 'confirmed' }).id
    const over = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW }).id
    queueMail(app, ahead, 'Urlaubswoche')
    queueMail(app, over, 'Urlaubswoche')
    queueMail(app, ahead, 'Benachrichtigungen sind abgeschaltet.')
    queueText(app, ahead, 'Urlaubswoche')
    queueText(app, ahead, 'Urlaubswoche')
    queueText(app, over, 'Urlaubswoche')
    writeSettings(app.ctx(), 'general', general)
    expect(readHealth(app.ctx()).muted).toEqual({ channels, count, reason: general.notify_reason })
  })

  it('counts the admins without a second factor', () => {
    const app = openTestApp()
    app.admin()
    app.admin('aerztin@ordination.example')
    app.rows(`update admins set totp_step = 1 where email like 'aerztin%' returning id`)
    expect(readHealth(app.ctx()).singleFactorAdmins).toBe(1)
  })

  it('has no backup older than 36 hours', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    const dataDir = tempDir()
    const app: App = openApp(
      readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', SMTP_URL: 'smtp://mail.example' }),
    )
    const status = () => statusOf(readHealth(app.ctx({ kind: 'visitor' })))
    vi.setSystemTime(NOW + 36 * HOUR)
    expect(status()).toEqual({ level: 'info', message: '' })
    vi.setSystemTime(NOW + 37 * HOUR)
    expect(status()).toEqual({ level: 'danger', message: 'Es gibt noch keine Sicherung.' })
    mkdirSync(join(dataDir, 'backups'))
    writeFileSync(join(dataDir, 'backups/ordi-2027-01-08T011500Z.db'), '')
    expect(status()).toEqual({ level: 'info', message: '' })
    vi.setSystemTime(Date.parse('2027-01-09T17:15:00Z'))
    expect(status()).toEqual({ level: 'danger', message: 'Seit 40 Stunden gibt es keine neue Sicherung.' })
    app.close()
  })
})

describe('the synchronisation with Odoo', () => {
  const odoo = { pulledAt: FINE.now, error: null, failed: 0, conflicts: 0, changes: 0 }
  const kinds = (changes: Partial<typeof odoo> | { error: string }) =>
    alertsOf({ ...FINE, odoo: { ...odoo, ...changes } })
      .filter(({ kind }) => kind.startsWith('odoo'))
      .map(({ level, banner }) => [level, banner])

  it('raises no alert while it works, and none while it is off', () => {
    expect(kinds({})).toEqual([])
  })

  it.each([
    [{ error: 'Odoo ist nicht erreichbar.' }, 'Odoo: Odoo ist nicht erreichbar.'],
    [{ failed: 1 }, '1 Termin kam nicht nach Odoo.'],
    [{ conflicts: 2 }, '2 Termine überschneiden sich mit Odoo.'],
    [{ changes: 1 }, '1 Termin wurde in Odoo geändert.'],
  ])('warns of %j', (changes, banner) => {
    expect(kinds(changes)).toEqual([['warning', banner]])
  })
})
