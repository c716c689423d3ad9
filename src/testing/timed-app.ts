import { onTestFinished, vi } from 'vitest'
import type { Ports } from '../app.ts'
import type { Config } from '../config.ts'
import type { MailPort } from '../messaging/email/smtp.ts'
import { openTestApp, recordLog, type TestApp } from './test-app.ts'

/** Fakes the clocks and timers until the test ends, for `vi.advanceTimersByTimeAsync`. */
export function fakeTimers(now: number): void {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now })
  // Otherwise the next test file of this worker would wait for timers that nobody advances.
  onTestFinished(() => void vi.useRealTimers())
}

type TimedAppOptions = Readonly<{
  /** The sending of e-mails, which succeeds by default. */
  send?: MailPort['send']
  config?: Partial<Config>
  ports?: Partial<Ports>
  /** The path of the database; by default it is in memory. */
  file?: string
}>

/** Opens an app whose timers the test advances. */
export function openTimedApp({
  send = async () => ({ ok: true }),
  config = {},
  ports = {},
  file,
}: TimedAppOptions = {}) {
  const { lines, log } = recordLog()
  const app = openTestApp({ config, ports: { mail: { send }, log, ...ports }, ...(file && { file }) })
  fakeTimers(Date.now())
  const logged = () =>
    lines.map((line) => JSON.parse(line) as { level: string; msg: string; job?: string; err?: Error })
  return { ...app, logged, tick: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds) }
}

/** Asks for the e-mail that verifies an address. `i` numbers the addresses. */
export const askForMail = (app: TestApp, i = 0) =>
  app.browser().post('/api/email/send', { email: `patient${i}@musterfrau.example` })

/** Returns the statuses of all messages, in the order of the outbox. */
export const messageStatuses = (app: TestApp) =>
  app.rows<{ status: string }>('select status from messages order by id').map(({ status }) => status)
