import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cancelByStaff } from '../booking/cancellation.ts'
import { queueEmail, queueSms } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { saveAbsence } from '../schedule/absences.ts'
import { closeHolidays } from '../schedule/holidays.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { type AlertFacts, alertsOf, readAlertFacts, worstOf } from './alerts.ts'

const FINE: AlertFacts = {
  now: NOW,
  database: undefined,
  demo: false,
  maintenance: false,
  mails: { queued: 0, refused: 0, age: 0, overdue: 0, failed: 0, unknown: 0, fault: null },
  sms: { queued: 0, refused: 0, age: 0, overdue: 0, failed: 0, unknown: 0, fault: null },
  backup: { at: NOW - 10 * HOUR, encrypted: false, age: 10 * HOUR, late: false },
  drill: undefined,
  copyFailedAt: undefined,
  notificationsOff: undefined,
  smtp: true,
  untrustedProxy: undefined,
  distantProxy: undefined,
  turnstileHost: undefined,
  linkFault: undefined,
  lowBalances: [],
  smsOfMonth: { count: 799, cap: 1000 },
  odoo: undefined,
  requests: { count: 0, late: 0, marked: 0 },
  inClosedTime: 0,
  singleFactorAdmins: 0,
}

const mails = (changes: Partial<AlertFacts['mails']>) => ({ mails: { ...FINE.mails, ...changes } })
const sms = (changes: Partial<AlertFacts['sms']>) => ({ sms: { ...FINE.sms, ...changes } })
const late = (age: number, at?: number) => ({ backup: { at, encrypted: false, age, late: true } })
const aDrill = (age: number, failedAt?: number) => ({
  drill: { succeededAt: NOW - age, age, failedAt },
})
const off = (what: string, reason = '', count = 0) => ({ notificationsOff: { what, reason, count } })
const low = { provider: 'sevenio', amount: '3.2', currency: 'EUR', at: NOW } as const
const statusOf = (facts: AlertFacts) => worstOf(alertsOf(facts))

describe('the banner', () => {
  it.each<[Partial<AlertFacts>, string, string]>([
    [{}, 'info', ''],
    [{ backup: undefined, singleFactorAdmins: 1, requests: { count: 3, late: 0, marked: 0 } }, 'info', ''],
    [mails({ queued: 5, overdue: 10 * MINUTE }), 'info', ''],
    [sms({ queued: 5, refused: 5, overdue: 10 * MINUTE, unknown: 2 }), 'info', ''],
    [{ backup: { at: undefined, encrypted: false, age: 36 * HOUR, late: false } }, 'info', ''],

    [{ requests: { count: 3, late: 1, marked: 0 } }, 'warning', '1 Anfrage wartet seit über 24 Stunden.'],
    [{ requests: { count: 3, late: 2, marked: 0 } }, 'warning', '2 Anfragen warten seit über 24 Stunden.'],
    [
      { requests: { count: 9, late: 0, marked: 7 } },
      'warning',
      '7 auffällige Anfragen warten auf der Übersicht.',
    ],
    [{ demo: true }, 'warning', 'Das ist noch die Demo.'],
    [off('Benachrichtigungen'), 'warning', 'Benachrichtigungen sind abgeschaltet.'],
    [off('E-Mails'), 'warning', 'E-Mails sind abgeschaltet.'],
    [off('SMS'), 'warning', 'SMS sind abgeschaltet.'],
    [{ smtp: false }, 'warning', 'Es ist kein Mailserver eingerichtet.'],
    [{ smsOfMonth: { count: 5000, cap: 0 } }, 'info', ''],
    [{ smsOfMonth: { count: 800, cap: 1000 } }, 'warning', 'Diesen Monat sind 800 von 1000 SMS verbraucht.'],
    [
      { smsOfMonth: { count: 1000, cap: 1000 } },
      'danger',
      'Die Grenze von 1000 SMS im Monat ist erreicht: Es gehen keine SMS mehr hinaus.',
    ],
    [{ lowBalances: [low] }, 'warning', 'Guthaben bei seven.io ist niedrig: €\u00a03,20.'],
    [
      { lowBalances: [{ ...low, provider: 'clicksend', amount: '0.5', currency: 'USD' }, low] },
      'warning',
      'Guthaben bei ClickSend ist niedrig: $\u00a00,50. Guthaben bei seven.io ist niedrig: €\u00a03,20.',
    ],

    [
      { database: 'damaged' },
      'danger',
      'Die Datenbank ist beschädigt. Bitte Ordi anhalten und eine Sicherung zurückspielen.',
    ],
    [{ database: 'full' }, 'danger', 'Der Speicher ist voll: Termine können nicht gespeichert werden.'],
    [mails({ failed: 1 }), 'danger', '1 E-Mail konnte nicht gesendet werden.'],
    [mails({ failed: 2 }), 'danger', '2 E-Mails konnten nicht gesendet werden.'],
    [sms({ failed: 1 }), 'danger', '1 SMS konnte nicht gesendet werden.'],
    [sms({ failed: 2 }), 'danger', '2 SMS konnten nicht gesendet werden.'],
    [
      { ...mails({ failed: 1 }), ...sms({ failed: 1 }) },
      'danger',
      '1 E-Mail und 1 SMS konnten nicht gesendet werden.',
    ],
    [mails({ fault: 'Bitte MAIL_FROM prüfen.' }), 'danger', 'Bitte MAIL_FROM prüfen.'],
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
    [aDrill(10 * DAY_LENGTH), 'info', ''],
    [aDrill(40 * DAY_LENGTH), 'info', ''],
    [aDrill(41 * DAY_LENGTH), 'warning', 'Seit 41 Tagen wurde keine Sicherung probeweise zurückgespielt.'],
    [aDrill(41 * DAY_LENGTH, NOW), 'danger', 'Die Sicherung ließ sich nicht probeweise zurückspielen.'],
    [{ copyFailedAt: NOW }, 'danger', 'Die Sicherung konnte nicht außer Haus kopiert werden.'],

    [
      { untrustedProxy: '172.18.0.1' },
      'danger',
      'TRUSTED_PROXIES setzen: Alle Besucher scheinen von derselben Adresse zu kommen.',
    ],
    [
      { distantProxy: '203.0.113.7' },
      'warning',
      'Proxy nicht als vertrauenswürdig eingetragen (TRUSTED_PROXIES).',
    ],

    [{ turnstileHost: 'alt.example' }, 'warning', 'Bot-Prüfungen von alt.example werden abgelehnt.'],
    [{ linkFault: 'local' }, 'warning', 'Links in E-Mails führen zu localhost statt zum Portal.'],
    [{ linkFault: 'unencrypted' }, 'warning', 'Links in E-Mails sind nicht verschlüsselt (http).'],

    [{ maintenance: true }, 'maintenance', 'Die Online-Buchung ist geschlossen (Wartung).'],
  ])('%j: %s', (changes, level, message) => {
    expect(statusOf({ ...FINE, ...changes })).toEqual({ level, message })
  })

  const warnings: Partial<AlertFacts> = {
    ...off('SMS'),
    smtp: false,
    lowBalances: [low],
    requests: { count: 2, late: 2, marked: 0 },
  }
  const dangers: Partial<AlertFacts> = {
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
  const cards = (facts: AlertFacts) =>
    alertsOf(facts).flatMap(({ kind, level, card }) =>
      card ? [[level, kind, card.title, card.detail, card.href]] : [],
    )
  const only = (changes: Partial<AlertFacts>) => cards({ ...FINE, backup: undefined, ...changes })
  const outbox = '/admin/outbox'
  const general = '/admin/settings/general'
  const unsent = 'Nachrichten nicht gesendet'
  const both = { ...mails({ failed: 1 }), ...sms({ failed: 1 }) }
  const waiting = 'SMS warten seit 59 Minuten auf den Versand.'
  const noServer = 'E-Mails warten, bis einer eingetragen ist.'
  const passwordOnly = '2 Zugänge sind nur mit Passwort geschützt.'
  const noSms = 'SMS sind abgeschaltet'

  it.each<[Partial<AlertFacts>, ...string[]]>([
    [both, 'danger', 'failed', unsent, '1 E-Mail und 1 SMS', `${outbox}?status=failed`],
    [sms({ failed: 2 }), 'danger', 'failed', unsent, '2 SMS', `${outbox}?tab=sms&status=failed`],
    [sms({ overdue: 59 * MINUTE }), 'danger', 'standstill', 'Outbox steht still', waiting, outbox],
    [
      sms({ unknown: 1 }),
      ...['warning', 'unknown', 'Unklar, ob gesendet', '1 SMS', `${outbox}?tab=sms&status=unknown`],
    ],
    [off('SMS', 'Urlaub', 2), 'warning', 'muted', noSms, '„Urlaub“, 2 nicht gesendet', general],
    [off('SMS', 'Umbau'), 'warning', 'muted', noSms, '„Umbau“, noch nichts betroffen', general],
    [off('SMS', '', 1), 'warning', 'muted', noSms, '1 nicht gesendet', general],
    [{ smtp: false }, 'warning', 'smtp', 'Kein Mailserver', noServer, '/admin/settings/smtp'],
    [
      { singleFactorAdmins: 2 },
      ...['info', 'second-factor', 'Zweiter Faktor fehlt', passwordOnly, '/admin/account'],
    ],
  ])('for %j', (changes, ...entry) => {
    expect(only(changes)).toEqual([entry])
  })

  it('are none for what the banner says, or the page itself', () => {
    expect(only({})).toEqual([])
    expect(only({ maintenance: true, requests: { count: 2, late: 2, marked: 0 } })).toEqual([])
  })

  it.each([
    ['2027-01-07T13:00:00+01:00', 'heute 13:00'],
    ['2027-01-06T23:59:00+01:00', 'gestern 23:59'],
    ['2027-01-05T02:15:00+01:00', 'Di 5.\u00a0Jänner, 02:15'],
  ])('say when a low balance was read, at %s: %s', (at, when) => {
    expect(only({ lowBalances: [{ ...low, at: Date.parse(at) }] })).toEqual([
      [
        ...['warning', 'balance', 'Guthaben niedrig'],
        ...[`seven.io €\u00a03,20, Stand ${when}`, '/admin/settings/sms'],
      ],
    ])
  })

  const at = Date.parse('2027-01-07T02:15:00+01:00')
  const made = { at, encrypted: false, age: 11 * HOUR, late: false }
  const never = 'Warum keine entsteht, sagt das Protokoll des Servers.'
  const tonight = 'Sie wird jede Nacht von selbst gemacht.'
  it.each<[Partial<AlertFacts>, ...string[]]>([
    [{ backup: made }, 'info', 'backup', 'Sicherung in Ordnung', 'zuletzt heute 02:15', ''],
    [
      late(83 * HOUR, at - 3 * DAY_LENGTH),
      ...['danger', 'backup', 'Sicherung veraltet', 'zuletzt Mo 4.\u00a0Jänner, 02:15', ''],
    ],
    [{ backup: { ...made, at: undefined } }, 'info', 'backup', 'Noch keine Sicherung', tonight, ''],
    [late(40 * HOUR), 'danger', 'backup', 'Keine Sicherung', never, ''],
    [
      { backup: { ...made, encrypted: true }, ...aDrill(DAY_LENGTH) },
      ...['info', 'backup', 'Sicherung in Ordnung'],
      ...['zuletzt heute 02:15, verschlüsselt, geprobt gestern 13:40', ''],
    ],
    [
      { drill: { succeededAt: undefined, age: 41 * DAY_LENGTH, failedAt: undefined } },
      ...['warning', 'drill', 'Sicherung nicht geprobt'],
      ...['Noch nie geprobt. Von Hand: „ordi drill“.', ''],
    ],
  ])('of backups for %j', (changes, ...entry) => {
    expect(only(changes)).toEqual([entry])
  })

  it('have the worst first', () => {
    const entries = cards({ ...FINE, ...late(40 * HOUR), smtp: false, singleFactorAdmins: 1 })
    expect(entries.map(([, kind]) => kind)).toEqual(['backup', 'smtp', 'second-factor'])
  })

  it.each([
    [
      { error: 'Odoo ist nicht erreichbar.' },
      'Odoo: Odoo ist nicht erreichbar.',
      { title: 'Odoo antwortet nicht', detail: 'Odoo ist nicht erreichbar. Gelesen zuletzt heute 13:40.' },
    ],
    [
      { failed: 1 },
      '1 Termin kam nicht nach Odoo.',
      { title: 'Nicht nach Odoo übertragen', detail: '1 Termin' },
    ],
    [
      { conflicts: 2 },
      '2 Termine überschneiden sich mit Odoo.',
      { title: 'Konflikt mit Odoo', detail: '2 Termine' },
    ],
    [{ changes: 1 }, '1 Termin wurde in Odoo geändert.', { title: 'In Odoo geändert', detail: '1 Termin' }],
  ])('of Odoo with %j', (changes, banner, card) => {
    const odoo = { pulledAt: FINE.now, error: null, failed: 0, conflicts: 0, changes: 0 }
    expect(only({ odoo })).toEqual([])
    const alerts = alertsOf({ ...FINE, backup: undefined, odoo: { ...odoo, ...changes } })
    expect(alerts).toMatchObject([
      { level: 'warning', banner, card: { ...card, href: '/admin/settings/odoo' } },
    ])
  })
})

describe('the facts of the portal', () => {
  const suppress = (app: TestApp, bookingId: string, suppressed: string, channel: 'email' | 'sms') => {
    const text = { kind: 'confirmed', text: 'Text', bookingId, suppressed } as const
    if (channel === 'sms') queueSms(app.ctx(), { ...text, mobile: '0664 1234567', country: 'AT' })
    else queueEmail(app.ctx(), { ...text, recipient: 'rosa@musterfrau.example', subject: 'S', html: '' })
  }

  it.each([
    [{ notify_muteSms: true, notify_reason: 'Urlaubswoche' }, 'SMS', 2],
    [{ notify_muteEmail: true, notify_reason: 'Urlaubswoche' }, 'E-Mails', 1],
    [{ notify_off: true, notify_reason: 'Urlaubswoche' }, 'Benachrichtigungen', 3],
    [{ notify_muteEmail: true, notify_muteSms: true, notify_reason: 'Umbau' }, 'Benachrichtigungen', 0],
    [{ notify_off: true, notify_reason: '' }, 'Benachrichtigungen', 1],
  ])('counts what was suppressed for coming appointments while %j', (general, what, count) => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordi' })
    const ahead = insertBooking(app.ctx().db, { status: 'confirmed' }).id
    const over = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW }).id
    suppress(app, ahead, 'Benachrichtigungen sind abgeschaltet.', 'email')
    for (const id of [ahead, over]) suppress(app, id, 'Urlaubswoche', 'email')
    for (const id of [ahead, ahead, over]) suppress(app, id, 'Urlaubswoche', 'sms')
    writeSettings(app.ctx(), 'general', general)
    expect(readAlertFacts(app.ctx()).notificationsOff).toEqual({
      what,
      count,
      reason: general.notify_reason,
    })
  })

  it('counts the appointments that stand in a closed time until they are over or cancelled', () => {
    const app = openTestApp()
    const add = (start: string, status: 'requested' | 'confirmed' | 'cancelled' = 'confirmed') => {
      const startsAt = Date.parse(start)
      return insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + 30 * MINUTE, status }).id
    }
    const inClosure = add('2027-01-12T09:00:00+01:00')
    add('2027-03-29T09:00:00+02:00', 'requested')
    for (const at of ['2027-01-13T09:00:00+01:00', '2027-01-12T08:00:00+01:00']) add(at)
    add('2027-01-12T10:00:00+01:00', 'cancelled')
    const during = {
      start: Date.parse('2027-01-12T08:30:00+01:00'),
      end: Date.parse('2027-01-12T12:00:00+01:00'),
    }
    saveAbsence(app.ctx(), { kind: 'block', title: 'Fortbildung', resource_id: 'doctor-1', ...during })
    app.rows(
      `insert into absences (kind, title, starts_at, ends_at) values ('erp', '', 0, ?), ('block', '', 0, 1) returning id`,
      Date.parse('2030-01-01'),
    )
    const count = () => readAlertFacts(app.ctx()).inClosedTime
    expect(count()).toBe(1)
    closeHolidays(app.ctx())
    expect(count()).toBe(2)
    expect(alertsOf({ ...FINE, inClosedTime: 2 })).toMatchObject([
      { kind: 'closed-time', card: { detail: '2 Termine stehen noch.', href: '/admin/absences' } },
      { kind: 'backup' },
    ])
    cancelByStaff(app.ctx(), inClosure, '')
    expect(count()).toBe(1)
    app.at('2027-03-29T09:30:00+02:00')
    expect(count()).toBe(0)
  })

  it('has the state of the outbox and the backup, and counts the admins without a second factor', () => {
    const dataDir = tempDir()
    const app = openTestApp({ file: join(dataDir, 'ordi.db'), config: { dataDir } })
    app.admin()
    app.admin('aerztin@ordination.example')
    app.rows(`update admins set totp_step = 1 where email like 'aerztin%' returning id`)
    const { id } = insertBooking(app.ctx().db, { status: 'confirmed' })
    suppress(app, id, '', 'email')
    app.rows(`update messages set status = 'failed' returning id`)
    expect(readAlertFacts(app.ctx())).toMatchObject({
      mails: { failed: 1 },
      sms: { failed: 0 },
      backup: { at: undefined, late: false },
      singleFactorAdmins: 1,
    })
    app.close()
  })
})
