import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { openClicksendSimulator } from '../../src/testing/simulators/clicksend.ts'
import { answerWithFault, type Simulator } from '../../src/testing/simulators/faults.ts'
import { openOdooSimulator } from '../../src/testing/simulators/odoo.ts'
import { openSevenioSimulator } from '../../src/testing/simulators/sevenio.ts'
import { test as base } from './portal.ts'

type Providers = Awaited<ReturnType<typeof openProviders>>

/** The portal with both text message providers and an Odoo on loopback, which take and refuse as told. */
export const test = base.extend<{ providers: Providers }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the names from the pattern
  providers: async ({}, use) => {
    const providers = await openProviders()
    await use(providers)
    providers.close()
  },
  environment: async ({ providers: { urls } }, use) =>
    use({
      CLICKSEND_BASE_URL: `${urls.clicksend}/v3`,
      SEVENIO_BASE_URL: `${urls.sevenio}/api`,
      ALLOW_PRIVATE_TARGETS: '1',
    }),
})

async function openProviders() {
  const clicksend = openClicksendSimulator()
  const sevenio = openSevenioSimulator()
  const odoo = openOdooSimulator()
  const servers = await Promise.all([clicksend, sevenio, odoo].map(listen))
  const [atClicksend = '', atSevenio = '', atOdoo = ''] = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  )
  return {
    clicksend,
    sevenio,
    odoo,
    urls: { clicksend: atClicksend, sevenio: atSevenio, odoo: atOdoo },
    close: () => {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

async function listen(simulator: Simulator) {
  const server = createServer(
    getRequestListener((request, env) =>
      answerWithFault(simulator, request, () => (env as HttpBindings).incoming.destroy()),
    ),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
