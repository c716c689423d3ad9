import { setTimeout } from 'node:timers/promises'

/**
 * How a simulated provider fails on demand.
 * - `unreachable`: there is no connection.
 * - `reset`, `silence`: it accepts the call, and then the connection breaks or the caller times out.
 * - `slow`: it accepts the call and answers after that many milliseconds.
 * - a number: it answers with that HTTP status and does nothing.
 * - a text: it refuses the call with this code of the provider.
 */
export type SimulatedFault = 'unreachable' | 'reset' | 'silence' | { slow: number } | number | (string & {})

/** Longer than any caller waits for an answer. */
const SILENCE_MS = 60_000

/** Plans one fault for each coming call, `undefined` for none. After the last one, calls succeed again. */
export function openFaults() {
  let coming: (SimulatedFault | undefined)[] = []
  return {
    plan: (...faults: (SimulatedFault | undefined)[]) => {
      coming = faults
    },
    clear: () => {
      coming = []
    },
    takeNext: () => coming.shift(),
  }
}

/** The refusal with which a simulator must answer; undefined for none. */
export type RefusalBindings = { refusal: number | string | undefined }

/** A simulated provider, with the network faults in front of it. */
export type Simulator = Readonly<{
  faults: ReturnType<typeof openFaults>
  /** Answers a request with the given refusal, without network faults. */
  answer(request: Request, refusal: RefusalBindings['refusal']): Promise<Response>
}>

/** Returns a `fetch` that passes calls below each URL to its simulator, and throws its network faults. */
export function simulatedFetch(simulators: Readonly<Record<string, Simulator>>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const [, simulator] =
      Object.entries(simulators).find(([base]) => request.url.startsWith(`${base}/`)) ?? []
    if (simulator === undefined) throw failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })
    const fault = simulator.faults.takeNext()
    if (fault === 'unreachable') throw failed({ code: 'ECONNREFUSED', syscall: 'connect' })
    const response = await simulator.answer(request, refusalOf(fault))
    if (fault === 'reset') throw failed({ code: 'ECONNRESET', syscall: 'read' })
    if (fault === 'silence')
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    await waitWhileSlow(fault)
    return response
  }
}

/** Answers a request to a real server with the next fault; `hangUp` breaks the connection. */
export async function answerWithFault(
  { faults, answer }: Simulator,
  request: Request,
  hangUp: () => void,
): Promise<Response> {
  const fault = faults.takeNext()
  if (fault === 'unreachable') {
    hangUp()
    return new Response()
  }
  const response = await answer(request, refusalOf(fault))
  if (fault === 'reset') hangUp()
  if (fault === 'silence') await setTimeout(SILENCE_MS, undefined, { ref: false })
  await waitWhileSlow(fault)
  return response
}

/** Waits as long as the fault delays the answer. */
async function waitWhileSlow(fault: SimulatedFault | undefined): Promise<void> {
  if (typeof fault === 'object') await setTimeout(fault.slow)
}

/** Returns the refusal of the provider itself; undefined for a network fault. */
function refusalOf(fault: SimulatedFault | undefined): RefusalBindings['refusal'] {
  if (fault === 'unreachable' || fault === 'reset' || fault === 'silence') return undefined
  return typeof fault === 'object' ? undefined : fault
}

function failed(cause: object): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('simulated'), cause) })
}
