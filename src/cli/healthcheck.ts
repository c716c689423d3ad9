import type { Command } from './command.ts'

const TIMEOUT_MS = 3_000

/** Asks the running portal for its health, so that an image needs no curl. */
export const healthcheck: Command = {
  usage: 'healthcheck',
  run: async ({ port, host }) => {
    const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
    try {
      const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/api/health`
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (response.ok) return 0
      console.error(`unhealthy: ${response.status}`)
    } catch {
      console.error(`nothing answers on port ${port}`)
    }
    return 1
  },
}
