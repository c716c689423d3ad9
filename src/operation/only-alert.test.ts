import { expect, it } from 'vitest'
import { recordDatabaseError } from '../db/health.ts'
import { recordFault } from '../messaging/outbox/faults.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR } from '../shared/day.ts'
import { type AlertsApp, openAlertsApp } from '../testing/alerts-app.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'
import { readAlerts } from './alerts.ts'
import type { Alert } from './checks/check.ts'

/** A situation of the practice, how it comes about, and the only alert that it causes. */
type Situation = Readonly<{ situation: string; bring: (app: AlertsApp) => unknown; alert: Alert }>

const SITUATIONS: readonly Situation[] = [
  {
    situation: 'a damaged database',
    bring: (app) => {
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
    situation: 'closed booking',
    bring: (app) => writeSettings(app.ctx(), 'general', { booking_maintenance_active: true }),
    alert: {
      level: 'maintenance',
      kind: 'maintenance',
      banner: 'Die Online-Buchung ist geschlossen (Wartung).',
    },
  },
  {
    situation: 'a request without an answer',
    bring: (app) => insertBooking(app.ctx().db, { createdAt: NOW - 25 * HOUR }),
    alert: {
      level: 'warning',
      kind: 'requests',
      banner: '1 Anfrage wartet seit über 24 Stunden.',
    },
  },
  {
    situation: 'too many times held by strangers',
    bring: (app) => {
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
    situation: 'a fault of the mail server',
    bring: (app) => recordFault(app.ctx(), 'email', 'Bitte MAIL_FROM prüfen.', { pauses: true }),
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
]

it.each(SITUATIONS)('the only alert after $situation reports it', ({ bring, alert }) => {
  const app = openAlertsApp()
  bring(app)
  expect(app.alerts()).toEqual([alert])
})

it('an alert reports a missing mail server', () => {
  expect(readAlerts(openTestApp().ctx()).alerts).toEqual([
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
