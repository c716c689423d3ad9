import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type HttpBindings, serve } from '@hono/node-server'
import type { TakenText } from './clicksend.ts'
import { answerWithFault, type SimulatedFault, type Simulator } from './faults.ts'

/** Text message providers also tell what they have taken. */
type Served = Simulator & Readonly<{ taken?: readonly TakenText[] }>

/**
 * A simulated provider on a port of loopback, any free one unless told otherwise. What goes wrong at the coming calls is
 * posted to `/trouble` as a JSON list, with null for a call without trouble.
 */
export async function serveSimulator(
  simulator: Served,
  { port = 0, onTaken }: { port?: number; onTaken?: (message: TakenText) => void } = {},
) {
  const answer = async (request: Request, hangUp: () => void) => {
    if (new URL(request.url).pathname === '/trouble') {
      const coming = (await request.json()) as (SimulatedFault | null)[]
      simulator.troubles.expect(...coming.map((trouble) => trouble ?? undefined))
      return new Response('Noted.\n')
    }
    const before = simulator.taken?.length
    const response = await answerWithFault(simulator, request, hangUp)
    for (const message of simulator.taken?.slice(before) ?? []) onTaken?.(message)
    return response
  }
  const server = serve({
    port,
    hostname: '127.0.0.1',
    fetch: (request, env) => answer(request, () => (env as HttpBindings).incoming.socket.destroy()),
  })
  if (!server.listening) await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}
