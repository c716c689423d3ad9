import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/ctx.ts'
import { openDatabase } from '../../src/db/open.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { insertVerification } from '../../src/testing/bookings.ts'
import { aContact } from '../../src/testing/factory.ts'
import { serveSimulator } from '../../src/testing/simulators/serve.ts'
import { openSevenioSimulator } from '../../src/testing/simulators/sevenio.ts'
import { openSmtpServer } from '../../src/testing/smtp-server.ts'
import { dayAt } from '../../src/time/vienna.ts'
import { VERIFIED_BROWSER } from '../bench/hold-requests.ts'
import { makePractice } from '../bench/practice.ts'
import { quietMonth } from '../bench/quiet-month.ts'

/** The practice of a storm, with the servers that it calls. */
export type TestPractice = Awaited<ReturnType<typeof openTestPractice>>

/** Milliseconds that the mail server takes for an e-mail, so that a kill often comes meanwhile. */
const MAIL_DELAY_MS = 5
/** Milliseconds that the SMS provider takes for an SMS, so that a kill often comes meanwhile. */
const SMS_DELAY_MS = 15
/** More SMS than any storm sends, so that all of them are slow. */
const ALL_SMS = 50_000

/**
 * Opens a practice in a temporary directory, with a mail server, an SMS provider and a bot check of its own.
 * @param doctors the number of doctors. Patients hold times of any of them, because they wish for none
 */
export async function openTestPractice(doctors: number) {
  const { dataDir, freeStarts, token } = makePractice(quietMonth(dayAt(systemClock())), { doctors })
  const smtpServer = await openSmtpServer()
  smtpServer.behave({ do: 'delay', delay: MAIL_DELAY_MS })
  const sevenio = openSevenioSimulator()
  sevenio.faults.plan(...Array.from({ length: ALL_SMS }, () => ({ slow: SMS_DELAY_MS })))
  const provider = await serveSimulator(sevenio)
  const botCheck = await openBotCheckServer()
  prepareSettings(dataDir)

  /** How often each e-mail has arrived, by its Message-ID. */
  const timesArrived = new Map<string, number>()
  return {
    dataDir,
    token,
    /** Free starts for holds, ascending. */
    freeStarts,
    smtpServer,
    sevenio,
    /** Counts what the mail server has got since the last call, and returns all counts. */
    countArrived: () => {
      for (const { messageId = '' } of smtpServer.mails.splice(0))
        timesArrived.set(messageId, (timesArrived.get(messageId) ?? 0) + 1)
      return timesArrived
    },
    env: {
      SMTP_URL: smtpServer.url,
      SEVENIO_BASE_URL: `${provider.url}/api`,
      TURNSTILE_SITE_KEY: 'for tests only',
      TURNSTILE_VERIFY_URL: botCheck.url,
      BASE_URL: 'http://localhost',
      HOLD_MINUTES: '60',
      LOG_LEVEL: 'silent',
    },
    close: async () => {
      await smtpServer.close()
      provider.close()
      botCheck.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Opens a bot check that every solution passes. */
async function openBotCheckServer() {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ success: true, hostname: 'localhost', action: 'booking' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * Sets up bot check and SMS provider, and verifies the e-mail address of the browser that the clients share.
 */
function prepareSettings(dataDir: string): void {
  const app = openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  const ctx = app.ctx({ kind: 'cli' })
  writeSettings(ctx, 'general', { TURNSTILE_SECRET: 'for tests only', sms_monthly_cap: 0 })
  writeSettings(ctx, 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
  insertVerification(ctx.db, { email: aContact().email, browser: VERIFIED_BROWSER, now: ctx.now })
  app.close()
}

/** Executes SQL in the practice's database directly, without the portal. */
export function runSql({ dataDir }: Pick<TestPractice, 'dataDir'>, sql: string): void {
  const { $client } = openDatabase(join(dataDir, 'ordi.db'))
  $client.exec(sql)
  $client.close()
}
