import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openToRead } from '../../src/db/open.ts'
import { toOdooTime } from '../../src/erp/odoo-fields.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { openOdooSimulator } from '../../src/testing/simulators/odoo.ts'
import { serveSimulator } from '../../src/testing/simulators/serve.ts'
import { stopServer } from '../bench/servers.ts'
import type { Findings } from './findings.ts'
import { runStorm } from './storm.ts'
import type { TestPractice } from './test-practice.ts'

/** Calls to the portal that the storm waits for, and calls that each provider leaves without an answer. */
const HANGING_CALLS = 60

/**
 * Lets mail server, SMS provider and Odoo accept calls and never answer, kills the portal meanwhile, and lets
 * them answer again.
 */
export async function runHangStorm() {
  const odoo = openOdooSimulator()
  const odooServer = await serveSimulator(odoo)
  try {
    return await runStorm(
      { storm: 'mail, SMS and Odoo hang', strain: 'all three, 1 kill' },
      async ({ practice, file, findings, startPortal, withLoad, untilAcknowledged, check, drain }) => {
        setUpOdoo(practice, odooServer.url)
        practice.smtpServer.behave({ do: 'hang' })
        practice.sevenio.faults.plan(...Array.from({ length: HANGING_CALLS }, () => 'silence'))
        odoo.faults.plan(...Array.from({ length: HANGING_CALLS }, () => 'silence'))
        // The fakes listen on loopback ports, to which the portal otherwise sends nothing.
        const env = { ALLOW_PRIVATE_TARGETS: '1' }
        const server = await startPortal(env)
        await withLoad([server], () => untilAcknowledged(HANGING_CALLS))
        await stopServer(server, 'SIGKILL')
        check()

        practice.smtpServer.behave({ do: 'accept' })
        practice.sevenio.faults.clear()
        odoo.faults.clear()
        await drain(1, env)
        compareEvents(odoo, file, findings)
      },
    )
  } finally {
    odooServer.close()
  }
}

function setUpOdoo({ dataDir }: TestPractice, url: string): void {
  const app = openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  writeSettings(app.ctx({ kind: 'cli' }), 'odoo', {
    ODOO_URL: url,
    ODOO_DB: 'praxis',
    ODOO_USER: 'ordi',
    ODOO_PASS: 'demo-key',
  })
  app.close()
}

/** Compares the events in Odoo with the bookings that were queued for it. */
function compareEvents(
  odoo: ReturnType<typeof openOdooSimulator>,
  file: string,
  { lost, doubled }: Findings,
): void {
  const expectedStarts = startsForOdoo(file).map(toOdooTime).sort()
  const events = odoo.events().filter(({ active }) => active)
  const starts = events.map(({ start }) => String(start)).sort()
  if (starts.join() === expectedStarts.join()) return
  const faults = starts.length > expectedStarts.length ? doubled : lost
  faults.push(`${starts.length} events in Odoo of ${expectedStarts.length} bookings`)
}

/** Returns the starts of the confirmed bookings that were queued for Odoo. */
function startsForOdoo(file: string): number[] {
  const { $client } = openToRead(file)
  const starts = $client
    .prepare(
      `select starts_at from bookings where status = 'confirmed' and id in (select booking_id from messages where channel = 'erp')`,
    )
    .pluck()
    .all() as number[]
  $client.close()
  return starts
}
