import type { Config } from '../../config.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from '../../operation/checks/finding.ts'
import type { Command } from '../command.ts'

/** Milliseconds until the portal has to answer. */
const TIMEOUT_MS = 3_000

/** Requests the health of the running portal, so that the image needs no curl. */
export const healthcheckCommand: Command = {
  usage: 'healthcheck',
  run: async (config) => {
    const status = await askHealth(config)
    if (status === 200) return 0
    console.error(status === undefined ? `nothing answers on port ${config.port}` : `unhealthy: ${status}`)
    return 1
  },
}

/** Returns the status of the portal's health; undefined without an answer. */
export async function askHealth({ port, host }: Pick<Config, 'port' | 'host'>): Promise<number | undefined> {
  // The wildcard addresses cannot be called.
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  try {
    const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/api/health`
    const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return status
  } catch {
    return undefined
  }
}

/** Checks whether the portal answers on its port. @param health result of `askHealth` */
export function checkServer({ port }: Config, health: number | undefined): Finding {
  if (health === undefined)
    return hintFinding('server', {
      text: `nothing answers on port ${port}. Start it: ordi serve`,
      german: `Auf Port ${port} antwortet nichts. Starten: „ordi serve“`,
    })
  if (health === 200)
    return goodFinding('server', { text: `answers on port ${port}`, german: `Antwortet auf Port ${port}` })
  if (health === 503)
    return wrongFinding('server', {
      text: `answers ${health} on port ${port}: its log says why`,
      german: `Antwortet auf Port ${port} mit ${health}: Warum, steht in seinem Protokoll.`,
    })
  return wrongFinding('server', {
    text: `another program answers on port ${port} (status ${health}): stop it, or set PORT to a free one`,
    german: `Auf Port ${port} antwortet ein anderes Programm (Status ${health}): Bitte beenden, oder in PORT einen freien angeben.`,
  })
}
