import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { recordMismatch } from '../access/config-mismatches.ts'
import type { Config } from '../config.ts'
import { noteDatabaseError } from '../db/health.ts'
import { recordFault } from '../messaging/outbox/faults.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { alertRows } from '../testing/alerts.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { readAlerts, worstFirst, worstOf } from './alerts.ts'
import type { Alert } from './checks/check.ts'

const WITH_SERVER = { smtpUrl: 'smtp://mail.example', mailFrom: 'a@ordination.example' }
const open = (config: Partial<Config> = {}) => openTestApp({ config: { ...WITH_SERVER, ...config } })
const told = (app: TestApp) => alertRows(readAlerts(app.ctx()).alerts)
const damage = (app: TestApp, code: string) =>
  noteDatabaseError(app.ctx().db, Object.assign(new Error('malformed'), { code }))

describe('the alerts', () => {
  it('are none while all is well', () => {
    expect(told(open())).toEqual([])
  })

  it.each<[string, (app: TestApp) => unknown, string[]]>([
    [
      'a damaged database',
      (app) => damage(app, 'SQLITE_CORRUPT'),
      [
        ...['danger', 'database'],
        'Die Datenbank ist beschädigt. Bitte Ordi anhalten und eine Sicherung zurückspielen.',
        'Datenbank beschädigt',
        ...['Ordi anhalten und die letzte Sicherung zurückspielen: ordi restore DATEI --yes', ''],
      ],
    ],
    [
      'closed booking',
      (app) => writeSettings(app.ctx(), 'general', { booking_maintenance_active: true }),
      ['maintenance', 'maintenance', 'Die Online-Buchung ist geschlossen (Wartung).'],
    ],
    [
      'a request that waits',
      (app) => insertBooking(app.ctx().db, { createdAt: NOW - 25 * HOUR }),
      ['warning', 'requests', '1 Anfrage wartet seit über 24 Stunden.'],
    ],
    [
      'times that strangers hold',
      (app) => {
        for (let i = 0; i < 5; i++)
          insertHold(app.ctx().db, { email: `s${i}@a.example`, now: NOW, startsAt: NOW + (24 + i) * HOUR })
      },
      [
        ...['warning', 'holds', '5 Zeiten sind gerade reserviert.'],
        '5 Zeiten sind gerade reserviert',
        'Von E-Mail-Adressen ohne bestätigten Termin. Wer nicht fertig bucht, gibt seine Zeit von selbst wieder frei.',
        '/admin?holds=release',
      ],
    ],
    [
      'a proxy that is not trusted',
      (app) => recordMismatch(app.ctx(), 'untrusted-proxy', '172.18.0.1'),
      [
        ...['danger', 'untrusted-proxy'],
        'TRUSTED_PROXIES setzen: Alle Besucher scheinen von derselben Adresse zu kommen.',
        'TRUSTED_PROXIES setzen',
        'Der Proxy 172.18.0.1 leitet Besucher weiter, ist Ordi aber nicht bekannt. Bis dahin gilt keine Grenze je Internetanschluss, und bei der Anmeldung zählen alle als einer. Für Ihre IT: TRUSTED_PROXIES um 172.18.0.1 ergänzen und Ordi neu starten.',
        '',
      ],
    ],
    [
      'a distant address that forwards visitors',
      (app) => recordMismatch(app.ctx(), 'distant-proxy', '203.0.113.7'),
      [
        ...['warning', 'distant-proxy'],
        'Proxy nicht als vertrauenswürdig eingetragen (TRUSTED_PROXIES).',
        'Proxy nicht eingetragen',
        '203.0.113.7 leitet Besucher weiter. Ist das Ihr Proxy? Bis er eingetragen ist, zählen alle Besucher bei den Grenzen als einer, auch bei der Anmeldung. Für Ihre IT: TRUSTED_PROXIES um 203.0.113.7 ergänzen und Ordi neu starten.',
        '',
      ],
    ],
    [
      'Turnstile checks of another host',
      (app) => recordMismatch(app.ctx(), 'turnstile-host', 'alt.example'),
      [
        ...['warning', 'turnstile-host', 'Sicherheitsprüfungen von alt.example werden abgelehnt.'],
        'Sicherheitsprüfung von fremder Adresse',
        'Turnstile meldet alt.example als Adresse der Seite. Ist das Ihre, tragen Sie sie bei den Adressen ein.',
        '/admin/settings/urls',
      ],
    ],
    [
      'a fault of the mail server',
      (app) => recordFault(app.ctx(), 'email', 'Bitte MAIL_FROM prüfen.', { pauses: true }),
      [
        ...['danger', 'mail-fault', 'Bitte MAIL_FROM prüfen.', 'E-Mails gehen nicht hinaus'],
        ...['Bitte MAIL_FROM prüfen.', '/admin/outbox?status=queued'],
      ],
    ],
    [
      'two of three people without a second factor, who can sign in',
      (app) => {
        for (const name of ['a', 'b', 'c']) app.admin(`${name}@ordination.example`)
        app.change(`update admins set totp_step = 1 where email like 'a%'`)
        app.change(
          `insert into admins (email, password_hash, invitation_expires_at, created_at, updated_at) values ('d@ordination.example', '', 1, 1, 1)`,
        )
      },
      [
        ...['info', 'second-factor', '', 'Zweiter Faktor fehlt'],
        ...['2 Zugänge sind nur mit Passwort geschützt.', '/admin/account'],
      ],
    ],
  ])('tell of %s', (_title, spoil, row) => {
    const app = open()
    spoil(app)
    expect(told(app)).toEqual([row])
  })

  const DEMO = [
    ...['warning', 'demo', 'Das ist noch die Demo.', 'Demo in Betrieb'],
    ...['Termine hier sind nicht echt. „Demo beenden“ steht über jeder Seite der Verwaltung.', ''],
  ]

  it.each([
    ['https://termine.example', undefined],
    ['http://localhost:8080', 'Links in E-Mails führen zu localhost statt zum Portal.'],
    ['http://termine.example', 'Links in E-Mails sind nicht verschlüsselt (http).'],
  ])('tell of the demo in production, and of links to %s', (baseUrl, banner) => {
    const [demo, ...others] = told(open({ production: true, baseUrl }))
    expect(demo).toEqual(DEMO)
    expect(others.map(([level, kind, text]) => [level, kind, text])).toEqual(
      banner === undefined ? [] : [['warning', 'links', banner]],
    )
  })

  it('tell that there is no mail server', () => {
    expect(told(openTestApp())).toEqual([
      [
        ...['warning', 'smtp', 'Es ist kein E-Mail-Server eingerichtet.', 'Kein E-Mail-Server'],
        ...['E-Mails warten, bis einer eingetragen ist.', '/admin/settings/smtp'],
      ],
    ])
  })

  it('tell of the backup of a database in a file, and count what waits and what has failed', () => {
    const dataDir = tempDir()
    const app = openTestApp({ file: join(dataDir, 'ordi.db'), config: { dataDir, ...WITH_SERVER } })
    insertBooking(app.ctx().db, { createdAt: NOW })
    const email = {
      channel: 'email',
      kind: 'confirmed',
      recipient: 'rosa@musterfrau.example',
      text: '',
    } as const
    insertMessage(app.ctx(), email, { status: 'failed' })
    const { alerts, counts } = readAlerts(app.ctx())
    expect(alerts.map(({ kind }) => kind)).toEqual(['failed', 'backup'])
    expect(counts).toEqual({ requests: 1, failed: 1 })
    app.pass(41 * DAY_LENGTH)
    expect(told(app).map(([level, kind]) => [level, kind])).toEqual([
      ['danger', 'failed'],
      ['danger', 'backup'],
      ['warning', 'requests'],
      ['warning', 'drill'],
    ])
    app.close()
  })

  it('are only that of the database when it cannot be read', () => {
    const app = open({ production: true })
    vi.spyOn(app.ctx().db.$client, 'prepare').mockImplementation(() => {
      throw Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' })
    })
    expect(readAlerts(app.ctx())).toMatchObject({
      alerts: [{ kind: 'database', level: 'danger' }],
      counts: { requests: 0, failed: 0 },
    })
  })
})

describe('the banner', () => {
  const alert = (level: Alert['level'], banner?: string): Alert => ({
    kind: 'x',
    level,
    ...(banner && { banner }),
  })

  it('joins the sentences of the worst level', () => {
    const alerts = [alert('warning', 'A.'), alert('danger', 'B.'), alert('info'), alert('danger', 'C.')]
    expect(worstOf(worstFirst(alerts))).toEqual({
      level: 'danger',
      message: 'B. C.',
      reasons: [
        { message: 'B.', href: '' },
        { message: 'C.', href: '' },
      ],
    })
    const closed = worstFirst([...alerts, alert('maintenance', 'D.')])
    expect(worstOf(closed)).toMatchObject({ level: 'maintenance', message: 'D.' })
  })

  it('leaves out what has no sentence for it', () => {
    expect(worstOf([alert('warning'), alert('info')])).toEqual({ level: 'info', message: '', reasons: [] })
  })
})
