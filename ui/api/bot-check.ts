import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { hc } from 'hono/client'
import type { PublicApi } from '../../src/http/app.ts'
import type { Instant } from '../../src/shared/day.ts'
import { scriptUrl } from '../components/trusted-types.ts'
import { request } from './http.ts'
import workerUrl from './pbkdf2-worker.ts?worker&url'

/** This call is not in `public.ts`, because the first screen does not need to load it. */
const api = hc<PublicApi>('/api', { init: { cache: 'no-store' } })

/** The maximum number of threads. More of them are no faster on a phone. */
const MOST_WORKERS = 8
/** Milliseconds after which the search for a solution is given up. */
const TIMEOUT_MS = 300_000

/** The value for `turnstile_token`, and the instant at which it expires. */
export type BotSolution = Readonly<{ token: string; expiresAt: Instant }>

/**
 * Fetches a proof-of-work challenge of ALTCHA and finds its solution. How long that takes depends on the
 * level (`WORK` in src/access/altcha.ts).
 * @throws when the challenge cannot be fetched, or no solution was found within `TIMEOUT_MS`
 */
export async function solveBotChallenge(controller = new AbortController()): Promise<BotSolution> {
  const { signal } = controller
  const challenge = (await request(api['bot-check'].challenge.$get({}, { init: { signal } }))) as Challenge
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency),
    createWorker: () => new Worker(scriptUrl(workerUrl), { type: 'module' }),
    timeout: TIMEOUT_MS,
  })
  if (!solution) throw new Error('No solution was found.')
  return {
    // ALTCHA's own widget sends this format.
    token: btoa(JSON.stringify({ challenge, solution })),
    // ALTCHA gives the instant in seconds; a challenge without one does not expire.
    expiresAt: (challenge.parameters.expiresAt ?? Number.POSITIVE_INFINITY) * 1000,
  }
}
