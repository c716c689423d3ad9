/** `npm run simulators` simulates both SMS providers and Odoo on loopback, so that no accounts are needed. */
import { setTimeout } from 'node:timers/promises'
import { openClicksendSimulator } from '../src/testing/simulators/clicksend.ts'
import type { AcceptedSms } from '../src/testing/simulators/clicksend-receipts.ts'
import { openOdooSimulator } from '../src/testing/simulators/odoo.ts'
import { serveSimulator } from '../src/testing/simulators/serve.ts'
import { openSevenioSimulator } from '../src/testing/simulators/sevenio.ts'

/** Milliseconds from an accepted SMS to the report of its delivery. */
const REPORT_AFTER_MS = Number(process.env.REPORT_AFTER_MS ?? 5_000)
/** ClickSend's status code of a message that the handset has received. */
const CLICKSEND_DELIVERED = 201
const CLICKSEND_PORT = Number(process.env.CLICKSEND_PORT ?? 4101)
const SEVENIO_PORT = Number(process.env.SEVENIO_PORT ?? 4102)
const ODOO_PORT = Number(process.env.ODOO_PORT ?? 4103)

const clicksend = openClicksendSimulator()
const sevenio = openSevenioSimulator()

const servers = await Promise.all([
  startProvider(CLICKSEND_PORT, clicksend, (message) => {
    const report = clicksend.report(message, CLICKSEND_DELIVERED)
    return clicksend.reportAddresses.map((address) => clicksend.push(address, report))
  }),
  startProvider(SEVENIO_PORT, sevenio, (message) => {
    const report = sevenio.report(message, 'DELIVERED')
    return sevenio.reportAddresses.map((address) => sevenio.push(address, report))
  }),
  serveSimulator(openOdooSimulator(), { port: ODOO_PORT }),
])

console.log(`Start Ordi with

  CLICKSEND_BASE_URL=http://127.0.0.1:${CLICKSEND_PORT}/v3 SEVENIO_BASE_URL=http://127.0.0.1:${SEVENIO_PORT}/api ALLOW_PRIVATE_TARGETS=1

and set up ClickSend with user name "demo" and password "demo-key", seven.io with key "demo-key", and Odoo with
URL http://127.0.0.1:${ODOO_PORT}, database "praxis", user "ordi" and password "demo-key".
Each message is reported as delivered after ${REPORT_AFTER_MS / 1000} seconds.

Post the faults of the next calls to /faults (null: none):

  curl 127.0.0.1:${CLICKSEND_PORT}/faults -d '["INSUFFICIENT_CREDIT", "envelope:INSUFFICIENT_CREDIT", 429, 500]'
  curl 127.0.0.1:${SEVENIO_PORT}/faults -d '["unreachable", "reset", "silence", null, {"slow": 3000}, "402", "101:202"]'
  curl 127.0.0.1:${ODOO_PORT}/faults -d '["odoo.exceptions.AccessDenied", 404]'

Ctrl+C closes all.
`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const server of servers) server.close()
    process.exit()
  })

/**
 * Starts a simulated provider. It prints the SMS that it accepts, and reports their delivery after
 * `REPORT_AFTER_MS`.
 * @param reportsOf notes that a message was delivered, and returns the calls that report it to the portal
 */
function startProvider(
  port: number,
  simulator: Parameters<typeof serveSimulator>[0],
  reportsOf: (message: AcceptedSms) => readonly Request[],
) {
  return serveSimulator(simulator, {
    port,
    onTaken: (message) => {
      console.log(`${message.from || 'shared number'} → ${message.to}: ${message.text}`)
      void setTimeout(REPORT_AFTER_MS).then(() => sendReports(reportsOf(message)))
    },
  })
}

async function sendReports(reports: readonly Request[]): Promise<void> {
  for (const report of reports) {
    const answer = await fetch(report).catch(() => undefined)
    console.log(`report pushed: ${answer?.status ?? 'no answer'}`)
  }
}
