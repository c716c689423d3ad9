import { setTimeout } from 'node:timers/promises'

/**
 * How a simulated provider fails, on demand.
 * - `unreachable`: no connection comes about.
 * - `reset`, `silence`: it does its work, and then the line breaks or the caller's patience ends.
 * - `slow`: it does its work and answers after that many milliseconds.
 * - a number: that HTTP status, and no work done.
 * - a text: the provider's own word for a refusal.
 */
export type SimulatedFault = 'unreachable' | 'reset' | 'silence' | { slow: number } | number | (string & {})

/** One trouble for each coming call, `undefined` for none; after the last one all is well again. */
export function openFaults() {
  let coming: (SimulatedFault | undefined)[] = []
  return {
    expect: (...next: (SimulatedFault | undefined)[]) => {
      coming = next
    },
    next: () => coming.shift(),
  }
}

/** A provider: what it does with a request, and what the network does around that. */
export type Simulator = Readonly<{
  troubles: ReturnType<typeof openFaults>
  /** The answer to a request under the given refusal, as if the network were perfect. */
  answer(request: Request, refusal: number | string | undefined): Promise<Response>
}>

/** `fetch` for tests: calls under each address go to its simulator, with the network's troubles as `fetch` tells them. */
export function askSimulators(simulators: Readonly<Record<string, Simulator>>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const [, simulator] =
      Object.entries(simulators).find(([base]) => request.url.startsWith(`${base}/`)) ?? []
    if (simulator === undefined) throw failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })
    const trouble = simulator.troubles.next()
    if (trouble === 'unreachable') throw failed({ code: 'ECONNREFUSED', syscall: 'connect' })
    const response = await simulator.answer(request, refusalOf(trouble))
    if (trouble === 'reset') throw failed({ code: 'ECONNRESET', syscall: 'read' })
    if (trouble === 'silence')
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    return response
  }
}

/** The same for a server of its own, where troubles happen to real connections. */
export async function answerWithFault(
  { troubles, answer }: Simulator,
  request: Request,
  hangUp: () => void,
): Promise<Response> {
  const trouble = troubles.next()
  if (trouble === 'unreachable') {
    hangUp()
    return new Response()
  }
  const response = await answer(request, refusalOf(trouble))
  if (trouble === 'reset') hangUp()
  if (trouble === 'silence') await setTimeout(60_000, undefined, { ref: false })
  if (typeof trouble === 'object') await setTimeout(trouble.slow)
  return response
}

function refusalOf(trouble: SimulatedFault | undefined): number | string | undefined {
  const network = trouble === 'unreachable' || trouble === 'reset' || trouble === 'silence'
  return network || typeof trouble === 'object' ? undefined : trouble
}

function failed(cause: object): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('simulated'), cause) })
}
