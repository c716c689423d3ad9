import { expect, it } from 'vitest'
import { recordMismatch } from '../../access/config-mismatches.ts'
import { openAlertsApp } from '../../testing/alerts-app.ts'

it.each([
  {
    proxy: 'a proxy that is not trusted',
    mismatch: 'untrusted-proxy',
    address: '172.18.0.1',
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
    proxy: 'a distant address that forwards visitors',
    mismatch: 'distant-proxy',
    address: '203.0.113.7',
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
] as const)('the only alert after visits through $proxy reports it', ({ mismatch, address, alert }) => {
  const app = openAlertsApp()
  recordMismatch(app.ctx(), mismatch, address)
  expect(app.alerts()).toEqual([alert])
})
