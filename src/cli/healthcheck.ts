import type { Config } from '../config.ts'
import type { Command } from './command.ts'

const TIMEOUT_MS = 3_000

/** Requests the health of the running portal, so that the image needs no curl. */
export const healthcheck: Command = {
  usage: 'healthcheck',
  run: async (config) => {
    const status = await askHealth(config)
    if (status === 200) return 0
    console.error(status === undefined ? `nothing answers on port ${config.port}` : `unhealthy: ${status}`)
    return 1
  },
}

/** The status of the answer; undefined when there is none. */
export async function askHealth({ port, host }: Pick<Config, 'port' | 'host'>): Promise<number | undefined> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  try {
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/api/health`
    const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return status
  } catch {
    return undefined
  }
}
