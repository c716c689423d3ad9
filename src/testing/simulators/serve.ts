import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type HttpBindings, serve } from '@hono/node-server'
import type { AcceptedSms } from './clicksend-receipts.ts'
import { answerWithFault, type SimulatedFault, type Simulator } from './faults.ts'

/** A simulator to serve. An SMS simulator also lists the messages that it has accepted. */
type Served = Simulator & Readonly<{ taken?: readonly AcceptedSms[] }>

/**
 * Serves a simulated provider on a loopback port, by default any free one. The faults of the coming calls are
 * posted to `/faults` as a JSON list, with null for a call without a fault.
 */
export async function serveSimulator(
  simulator: Served,
  { port = 0, onTaken }: { port?: number; onTaken?: (message: AcceptedSms) => void } = {},
) {
  const answer = async (request: Request, hangUp: () => void) => {
    if (new URL(request.url).pathname === '/faults') {
      const coming = (await request.json()) as (SimulatedFault | null)[]
      simulator.faults.plan(...coming.map((fault) => fault ?? undefined))
      return new Response('Noted.\n')
    }
    const takenBefore = simulator.taken?.length
    const response = await answerWithFault(simulator, request, hangUp)
    for (const message of simulator.taken?.slice(takenBefore) ?? []) onTaken?.(message)
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
