import { findRecentMismatch } from '../../access/config-mismatches.ts'
import type { Ctx } from '../../ctx.ts'
import { type Alert, alertWithCard, defineCheck } from './check.ts'

/** The IP addresses of untrusted proxies that were seen: one near the server, and one on the internet. */
type Facts = Readonly<{ untrusted: string | undefined; distant: string | undefined }>

/**
 * Checks whether a proxy is missing in TRUSTED_PROXIES. `ordi doctor` also sends a request through the proxy
 * (cli/doctor/from-outside.ts).
 */
export const proxiesCheck = defineCheck({
  read: (ctx: Ctx): Facts => ({
    untrusted: findRecentMismatch(ctx, 'untrusted-proxy'),
    distant: findRecentMismatch(ctx, 'distant-proxy'),
  }),
  alerts: (facts) => [...untrustedAlerts(facts), ...distantAlerts(facts)],
})

function untrustedAlerts({ untrusted: address }: Facts): Alert[] {
  if (!address) return []
  const title = 'TRUSTED_PROXIES setzen'
  return [
    alertWithCard({
      kind: 'untrusted-proxy',
      level: 'danger',
      banner: `${title}: Alle Besucher scheinen von derselben Adresse zu kommen.`,
      title,
      detail: `Der Proxy ${address} leitet Besucher weiter, ist Ordi aber nicht bekannt. Bis dahin gilt keine Grenze je Internetanschluss, und bei der Anmeldung zählen alle als einer. ${remedyFor(address)}`,
    }),
  ]
}

/** Returns an alert that is only a warning, because anybody on the internet can send the header. */
function distantAlerts({ distant: address }: Facts): Alert[] {
  if (!address) return []
  return [
    alertWithCard({
      kind: 'distant-proxy',
      level: 'warning',
      banner: 'Proxy nicht als vertrauenswürdig eingetragen (TRUSTED_PROXIES).',
      title: 'Proxy nicht eingetragen',
      detail: `${address} leitet Besucher weiter. Ist das Ihr Proxy? Bis er eingetragen ist, zählen alle Besucher bei den Grenzen als einer, auch bei der Anmeldung. ${remedyFor(address)}`,
    }),
  ]
}

/** Returns the sentence that says what to do. */
function remedyFor(address: string): string {
  return `Für Ihre IT: TRUSTED_PROXIES um ${address} ergänzen und Ordi neu starten.`
}
