import { expect, it } from 'vitest'
import { CROWDED_FROM_HOLDS } from '../booking/hold-limits.ts'
import { recordDatabaseError } from '../db/health.ts'
import { recordFault } from '../messaging/outbox/faults.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { type AlertsApp, openAlertsApp } from '../testing/alerts-app.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'
import { readAlerts } from './alerts.ts'
import type { Alert } from './checks/check.ts'

/** A situation of the practice, the only alert that it causes, and how a test brings it about. */
type Situation = Readonly<{ situation: string; cause: (app: AlertsApp) => unknown; alert: Alert }>

const SITUATIONS: readonly Situation[] = [
  {
    situation: 'a damaged database',
    cause: (app) => {
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
    cause: (app) => writeSettings(app.ctx(), 'general', { booking_maintenance_active: true }),
    alert: {
      level: 'maintenance',
      kind: 'maintenance',
      banner: 'Die Online-Buchung ist geschlossen (Wartung).',
    },
  },
  {
    // A request is late after a day (`UNANSWERED_AFTER`).
    situation: 'a request without an answer',
    cause: (app) => insertBooking(app.ctx().db, { createdAt: NOW - 25 * HOUR }),
    alert: {
      level: 'warning',
      kind: 'requests',
      banner: '1 Anfrage wartet seit über 24 Stunden.',
    },
  },
  {
    situation: 'too many times held by strangers',
    cause: (app) => {
      // Each hold is of another stranger, and for another hour from tomorrow on.
      for (let hold = 0; hold < CROWDED_FROM_HOLDS; hold++)
        insertHold(app.ctx().db, {
          email: `stranger${hold}@a.example`,
          now: NOW,
          startsAt: NOW + DAY_LENGTH + hold * HOUR,
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
    cause: (app) => recordFault(app.ctx(), 'email', 'Bitte MAIL_FROM prüfen.', { pauses: true }),
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

it.each(SITUATIONS)('the only alert after $situation reports it', ({ cause, alert }) => {
  const app = openAlertsApp()
  cause(app)
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
