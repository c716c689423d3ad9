import { expect, it } from 'vitest'
import { recordMismatch } from '../../access/config-mismatches.ts'
import { openAlertsApp } from '../../testing/alerts-app.ts'

it('the only alert after Turnstile checks of another host names the host', () => {
  const app = openAlertsApp()
  recordMismatch(app.ctx(), 'turnstile-host', 'alt.example')
  expect(app.alerts()).toEqual([
    {
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
  ])
})
