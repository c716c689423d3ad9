import { type CallOptions, postGuarded } from '../access/guarded-call.ts'
import { resolveNoName } from './recording-server.ts'

/** The JSON that is posted. Its umlaut has two bytes, so a length in characters would cut it short. */
export const POSTED = { city: 'Götzis' }

/** Posts `POSTED`. By default, loopback and private networks are allowed, and no name is known. */
export function postJson(address: string, changes: Partial<CallOptions> = {}) {
  return postGuarded(address, POSTED, {
    resolveHost: resolveNoName,
    allowPrivate: true,
    signal: AbortSignal.timeout(3_000),
    ...changes,
  })
}

/** Returns the result of a guarded call that got no answer. */
export function unanswered(why: string) {
  return { answered: false, why }
}
