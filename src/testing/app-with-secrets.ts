import { expect, vi } from 'vitest'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import type { MailPort } from '../messaging/email/smtp.ts'
import { writeSettings } from '../practice/settings.ts'
import { aContact } from './factory.ts'
import { openClicksendSimulator } from './simulators/clicksend.ts'
import { simulatedFetch } from './simulators/faults.ts'
import { openSevenioSimulator } from './simulators/sevenio.ts'
import { openTestApp, recordLog } from './test-app.ts'
import { fakeTimers } from './timed-app.ts'

/** The contact of the patient, which must not be logged. */
export const SECRET_CONTACT = aContact({ email: 'rosa@musterfrau.example' })

/**
 * Opens an app with the most detailed log, a mail server and SMS providers whose failures can be planned, and
 * a list of texts that must not be logged.
 */
export function openAppWithSecrets() {
  const { lines, log } = recordLog('trace')
  const mailFaults: MailResult[] = []
  const send: MailPort['send'] = async () => mailFaults.shift() ?? { ok: true }
  const clicksend = openClicksendSimulator()
  const sevenio = openSevenioSimulator()
  const httpFetch = simulatedFetch({
    'https://rest.clicksend.com/v3': clicksend,
    'https://gateway.seven.io/api': sevenio,
  })
  const app = openTestApp({ config: { production: true }, ports: { mail: { send }, log, httpFetch } })
  fakeTimers(Date.now())
  writeSettings(app.ctx(), 'clicksend', {
    CLICKSEND_USERNAME: 'demo',
    CLICKSEND_PWD: 'demo-key',
    CLICKSEND_FROM: 'Ordination',
  })
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
  // Shorter values, such as the country, also occur in words that may be logged.
  const secrets = new Set<string>(Object.values(SECRET_CONTACT).filter((value) => String(value).length > 4))
  return {
    ...app,
    clicksend,
    sevenio,
    /** The failures of the next e-mails. */
    mailFaults,
    lines,
    tick: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
    /**
     * Adds a text that no line of the log may contain, and returns it. It needs four characters, because a
     * shorter one would be part of other words.
     */
    markSecret: (text: string) => {
      expect(text).toMatch(/\S{4}/)
      secrets.add(text)
      return text
    },
    /** All texts that no line of the log may contain. */
    secrets,
  }
}
export type AppWithSecrets = ReturnType<typeof openAppWithSecrets>

/** Returns the texts that must not be logged but are in this log. */
export function leaksIn(log: string, secrets: ReadonlySet<string>): string[] {
  const ofPatients = ['Rosa', 'Musterfrau', '6600000012', '1237010180', '1237 010180']
  const ofMessages = ['verreist', 'nüchtern', 'Erstordination', 'Akupunktur']
  const ofCredentials = ['demo-key', 'a secret for tests only', 'sig=', 'token=', 'Bearer', 'ordi_browser']
  return [...secrets, ...ofPatients, ...ofMessages, ...ofCredentials].filter((secret) => isIn(log, secret))
}

/**
 * Returns whether the log contains the secret. Six digits count only as a word of their own, because an id
 * may contain them.
 */
function isIn(log: string, secret: string): boolean {
  return /^\d{6}$/.test(secret) ? new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(log) : log.includes(secret)
}
