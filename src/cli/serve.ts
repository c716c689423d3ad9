import type { Server } from 'node:http'
import { serve as listen } from '@hono/node-server'
import { type App, openApp } from '../app.ts'
import type { Config } from '../config.ts'
import { type Command, CommandError } from './command.ts'
import { admitFirstAdmin, prepareFirstAdmin } from './first-admin.ts'
import { VERSION } from './version.ts'

/** Below the 30 s that a container runtime usually waits before it kills. */
const LONGEST_GOODBYE = 25_000
const HEADERS_WITHIN = 10_000
const REQUEST_WITHIN = 30_000

export const serve: Command = {
  usage: 'serve',
  run: async (config) => {
    const app = openApp(config)
    const { log } = app
    const toStop = asked(log)
    let status: number
    try {
      const ctx = () => app.ctx({ kind: 'cli' })
      const firstAdmin = await prepareFirstAdmin(ctx())
      const server = await open(app, config)
      if (firstAdmin !== undefined) admitFirstAdmin(ctx(), firstAdmin)
      const stopJobs = app.startJobs()
      log.info({ version: VERSION, port: config.port, url: config.baseUrl }, 'Ordi is open')
      if (!config.rateLimits)
        log.warn('RATE_LIMITS=off: no limits by origin or recipient. For load tests only!')
      status = await toStop
      app.drain()
      const force = setTimeout(() => process.exit(1), LONGEST_GOODBYE)
      await Promise.all([closed(server), stopJobs()])
      clearTimeout(force)
    } finally {
      app.close()
    }
    log.info('Ordi is closed')
    return status
  },
}

function open({ app }: App, { port, host }: Config): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = listen(
      {
        fetch: app.fetch,
        port,
        hostname: host,
        serverOptions: { headersTimeout: HEADERS_WITHIN, requestTimeout: REQUEST_WITHIN },
      },
      () => resolve(server),
    ) as Server
    server.once('error', (fault: NodeJS.ErrnoException) => {
      const why = fault.code === 'EADDRINUSE' ? 'is in use already' : `cannot be opened (${fault.code})`
      reject(new CommandError(`Port ${port} on ${host} ${why}.`))
    })
  })
}

/**
 * Resolves when somebody asks the process to stop, with the status to exit with. A surprise that nobody caught is such
 * a reason too, and a failure: better closed and started again than half broken.
 */
function asked(log: App['log']): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(0))
    for (const surprise of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(surprise, (err) => {
        log.fatal({ err }, surprise)
        resolve(1)
      })
    }
  })
}

/** No new connections; the requests under way are finished. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Browsers keep a line open after the answer, which would hold us up for seconds.
    const hangUp = setInterval(() => server.closeIdleConnections(), 100)
    server.close(() => {
      clearInterval(hangUp)
      resolve()
    })
  })
}
