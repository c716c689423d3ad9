import { expect, it } from 'vitest'
import { openAlertsApp } from '../../testing/alerts-app.ts'
import type { Alert } from './check.ts'

/** The alert of a demo in production. The test practice is a demo. */
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
  const app = openAlertsApp({ production: true, baseUrl: 'https://termine.example' })
  expect(app.alerts()).toEqual([DEMO])
})

it.each([
  { baseUrl: 'http://localhost:8080', banner: 'Links in E-Mails führen zu localhost statt zum Portal.' },
  { baseUrl: 'http://termine.example', banner: 'Links in E-Mails sind nicht verschlüsselt (http).' },
])('an alert reports links to $baseUrl in production', ({ baseUrl, banner }) => {
  const app = openAlertsApp({ production: true, baseUrl })
  expect(app.alerts()).toMatchObject([DEMO, { level: 'warning', kind: 'links', banner }])
})
