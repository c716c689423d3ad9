import type { Config } from '../../config.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from '../../operation/checks/finding.ts'

/** Milliseconds until the portal has to answer. */
const TIMEOUT_MS = 3_000

/** Returns the status of the portal's health; undefined without an answer. */
export async function askHealth({ port, host }: Pick<Config, 'port' | 'host'>): Promise<number | undefined> {
  // The wildcard addresses cannot be called.
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  try {
    // An IPv6 address has brackets in a URL.
    const hostInUrl = address.includes(':') ? `[${address}]` : address
    const { status } = await fetch(`http://${hostInUrl}:${port}/api/health`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return status
  } catch {
    return undefined
  }
}

/** Checks whether the portal answers on its port. @param healthStatus result of `askHealth` */
export function checkServer({ port }: Config, healthStatus: number | undefined): Finding {
  // Only a hint, because the checks also run before the first start and while the server is stopped.
  if (healthStatus === undefined)
    return hintFinding('server', {
      text: `nothing answers on port ${port}. Start it: ordi serve`,
      german: `Auf Port ${port} antwortet nichts. Starten: „ordi serve“`,
    })
  if (healthStatus === 200)
    return goodFinding('server', { text: `answers on port ${port}`, german: `Antwortet auf Port ${port}` })
  if (healthStatus === 503)
    return wrongFinding('server', {
      text: `answers ${healthStatus} on port ${port}: its log says why`,
      german: `Antwortet auf Port ${port} mit ${healthStatus}: Warum, steht in seinem Protokoll.`,
    })
  return wrongFinding('server', {
    text: `another program answers on port ${port} (status ${healthStatus}): stop it, or set PORT to a free one`,
    german: `Auf Port ${port} antwortet ein anderes Programm (Status ${healthStatus}): Bitte beenden, oder in PORT einen freien angeben.`,
  })
}
