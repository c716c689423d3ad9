import { expect, it } from 'vitest'
import { recordMismatch } from '../access/config-mismatches.ts'
import type { Config } from '../config.ts'
import { recordDatabaseError } from '../db/health.ts'
import { recordFault } from '../messaging/outbox/faults.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { readAlerts } from './alerts.ts'
import type { Alert } from './checks/check.ts'

/** Opens a practice that sends e-mails, so that no alert says that it cannot. */
const openPractice = (config: Partial<Config> = {}) =>
  openTestApp({ config: { smtpUrl: 'smtp://mail.example', mailFrom: 'a@ordination.example', ...config } })

const alertsOf = (app: TestApp) => readAlerts(app.ctx()).alerts

/** Faults of an installation, how each comes about, and the only alert that it causes. */
const FAULTS: readonly Readonly<{ fault: string; spoil: (app: TestApp) => unknown; alert: Alert }>[] = [
  {
    fault: 'a damaged database',
    spoil: (app) => {
      const error = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' })
      recordDatabaseError(app.ctx().db, error)
    },
    alert: {
      level: 'danger',
      kind: 'database',
      banner: 'Die Datenbank ist beschädigt. Bitte Ordi anhalten und eine Sicherung zurückspielen.',
      card: {
        title: 'Datenbank beschädigt',
        detail: 'Ordi anhalten und die letzte Sicherung zurückspielen: ordi restore DATEI --yes',
        href: '',
      },
    },
  },
  {
    fault: 'closed booking',
    spoil: (app) => writeSettings(app.ctx(), 'general', { booking_maintenance_active: true }),
    alert: {
      level: 'maintenance',
      kind: 'maintenance',
      banner: 'Die Online-Buchung ist geschlossen (Wartung).',
    },
  },
  {
    fault: 'a request without an answer',
    spoil: (app) => insertBooking(app.ctx().db, { createdAt: NOW - 25 * HOUR }),
    alert: {
      level: 'warning',
      kind: 'requests',
      banner: '1 Anfrage wartet seit über 24 Stunden.',
    },
  },
  {
    fault: 'too many times held by strangers',
    spoil: (app) => {
      // Five is the least number for an alert. Each hold is for another hour of tomorrow.
      for (const hour of [0, 1, 2, 3, 4])
        insertHold(app.ctx().db, {
          email: `stranger${hour}@a.example`,
          now: NOW,
          startsAt: NOW + (24 + hour) * HOUR,
        })
    },
    alert: {
      level: 'warning',
      kind: 'holds',
      banner: '5 Zeiten sind gerade reserviert.',
      card: {
        title: '5 Zeiten sind gerade reserviert',
        detail:
          'Von E-Mail-Adressen ohne bestätigten Termin. Wer nicht fertig bucht, gibt seine Zeit von selbst wieder frei.',
        href: '/admin?holds=release',
      },
    },
  },
  {
    fault: 'a proxy that is not trusted',
    spoil: (app) => recordMismatch(app.ctx(), 'untrusted-proxy', '172.18.0.1'),
    alert: {
      level: 'danger',
      kind: 'untrusted-proxy',
      banner: 'TRUSTED_PROXIES setzen: Alle Besucher scheinen von derselben Adresse zu kommen.',
      card: {
        title: 'TRUSTED_PROXIES setzen',
        detail:
          'Der Proxy 172.18.0.1 leitet Besucher weiter, ist Ordi aber nicht bekannt. Bis dahin gilt keine Grenze je Internetanschluss, und bei der Anmeldung zählen alle als einer. Für Ihre IT: TRUSTED_PROXIES um 172.18.0.1 ergänzen und Ordi neu starten.',
        href: '',
      },
    },
  },
  {
    fault: 'a distant address that forwards visitors',
    spoil: (app) => recordMismatch(app.ctx(), 'distant-proxy', '203.0.113.7'),
    alert: {
      level: 'warning',
      kind: 'distant-proxy',
      banner: 'Proxy nicht als vertrauenswürdig eingetragen (TRUSTED_PROXIES).',
      card: {
        title: 'Proxy nicht eingetragen',
        detail:
          '203.0.113.7 leitet Besucher weiter. Ist das Ihr Proxy? Bis er eingetragen ist, zählen alle Besucher bei den Grenzen als einer, auch bei der Anmeldung. Für Ihre IT: TRUSTED_PROXIES um 203.0.113.7 ergänzen und Ordi neu starten.',
        href: '',
      },
    },
  },
  {
    fault: 'Turnstile checks of another host',
    spoil: (app) => recordMismatch(app.ctx(), 'turnstile-host', 'alt.example'),
    alert: {
      level: 'warning',
      kind: 'turnstile-host',
      banner: 'Sicherheitsprüfungen von alt.example werden abgelehnt.',
      card: {
        title: 'Sicherheitsprüfung von fremder Adresse',
        detail:
          'Turnstile meldet alt.example als Adresse der Seite. Ist das Ihre, tragen Sie sie bei den Adressen ein.',
        href: '/admin/settings/urls',
      },
    },
  },
  {
    fault: 'a fault of the mail server',
    spoil: (app) => recordFault(app.ctx(), 'email', 'Bitte MAIL_FROM prüfen.', { pauses: true }),
    alert: {
      level: 'danger',
      kind: 'mail-fault',
      banner: 'Bitte MAIL_FROM prüfen.',
      card: {
        title: 'E-Mails gehen nicht hinaus',
        detail: 'Bitte MAIL_FROM prüfen.',
        href: '/admin/outbox?status=queued',
      },
    },
  },
  {
    fault: 'two of three people without a second factor, who can sign in',
    spoil: (app) => {
      for (const name of ['a', 'b', 'c']) app.admin(`${name}@ordination.example`)
      // Only `a` uses an authenticator app.
      app.changeRows(`update admins set totp_step = 1 where email like 'a%'`)
      // An invitation does not count, because nobody can sign in by it.
      app.changeRows(
        `insert into admins (email, password_hash, invitation_expires_at, created_at, updated_at) values ('d@ordination.example', '', 1, 1, 1)`,
      )
    },
    alert: {
      level: 'info',
      kind: 'second-factor',
      card: {
        title: 'Zweiter Faktor fehlt',
        detail: '2 Zugänge sind nur mit Passwort geschützt.',
        href: '/admin/account',
      },
    },
  },
]

it.each(FAULTS)('the only alert after $fault reports it', ({ spoil, alert }) => {
  const app = openPractice()
  spoil(app)
  expect(alertsOf(app)).toEqual([alert])
})

/** The alert of a demo in production. */
const DEMO: Alert = {
  level: 'warning',
  kind: 'demo',
  banner: 'Das ist noch die Demo.',
  card: {
    title: 'Demo in Betrieb',
    detail: 'Termine hier sind nicht echt. „Demo beenden“ steht über jeder Seite der Verwaltung.',
    href: '',
  },
}

it('an alert reports the demo in production', () => {
  expect(alertsOf(openPractice({ production: true, baseUrl: 'https://termine.example' }))).toEqual([DEMO])
})

it.each([
  { baseUrl: 'http://localhost:8080', banner: 'Links in E-Mails führen zu localhost statt zum Portal.' },
  { baseUrl: 'http://termine.example', banner: 'Links in E-Mails sind nicht verschlüsselt (http).' },
])('an alert reports links to $baseUrl in production', ({ baseUrl, banner }) => {
  const alerts = alertsOf(openPractice({ production: true, baseUrl }))
  expect(alerts).toMatchObject([DEMO, { level: 'warning', kind: 'links', banner }])
})

it('an alert reports a missing mail server', () => {
  expect(alertsOf(openTestApp())).toEqual([
    {
      level: 'warning',
      kind: 'smtp',
      banner: 'Es ist kein E-Mail-Server eingerichtet.',
      card: {
        title: 'Kein E-Mail-Server',
        detail: 'E-Mails warten, bis einer eingetragen ist.',
        href: '/admin/settings/smtp',
      },
    },
  ])
})
