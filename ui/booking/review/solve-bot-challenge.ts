import { solveChallengeWorkers } from 'altcha-lib'
import type { Instant } from '../../../src/shared/day.ts'
import { getBotChallenge } from '../../api/public.ts'
import { scriptUrl } from '../../components/trusted-types.ts'
import workerUrl from './pbkdf2-worker.ts?worker&url'

/** More workers are no faster on a phone. */
const MOST_WORKERS = 8
const TIMEOUT_MS = 300_000

/** The value for `turnstile_token`, and the instant at which it expires. */
export type BotSolution = Readonly<{ token: string; expiresAt: Instant }>

/**
 * Fetches an ALTCHA challenge and finds its solution, which takes a phone about a second.
 * @throws when the challenge cannot be fetched, or no solution was found within 5 minutes
 */
export async function solveBotChallenge(controller: AbortController): Promise<BotSolution> {
  const challenge = await getBotChallenge(controller.signal)
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency),
    createWorker: () => new Worker(scriptUrl(workerUrl), { type: 'module' }),
    timeout: TIMEOUT_MS,
  })
  if (!solution) throw new Error('No solution was found.')
  return {
    // The format of ALTCHA's own widget.
    token: btoa(JSON.stringify({ challenge, solution })),
    expiresAt: (challenge.parameters.expiresAt ?? Number.POSITIVE_INFINITY) * 1000,
  }
}
