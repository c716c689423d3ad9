import { useEffect, useEffectEvent, useState } from 'react'
import { DAY_LENGTH } from '../../../src/shared/day.ts'
import { type BotSolution, solveBotChallenge } from '../../api/bot-check.ts'
import { serverNow } from '../../api/server-clock.ts'
import { BotCheckFailure } from './bot-check-failure.tsx'
import type { BotCheckProps } from './bot-check-props.ts'
import { retryOnlineOrLater } from './retry-online-or-later.ts'

/**
 * Runs the built-in check, which is visible only when it fails. The browser solves a proof-of-work challenge
 * while the patient reads, and a new one when the solution has expired. Solver and protocol are ALTCHA's own.
 */
export function AltchaCheck({ onToken }: BotCheckProps) {
  /** The present check: it is running, has failed, or has a solution that has not expired. */
  const [state, setState] = useState<BotSolution | 'solving' | 'failed'>('solving')
  // The message about a failure stays while the check runs again, so that it does not flicker.
  const [hasFailed, setHasFailed] = useState(false)
  const token = typeof state === 'object' ? state.token : undefined

  useEffect(() => {
    const solveAgain = () => setState('solving')
    if (state === 'failed') return retryOnlineOrLater(solveAgain)
    if (state !== 'solving') return onExpiry(state, solveAgain)
    return startSolving((result) => {
      setHasFailed(result === 'failed')
      setState(result)
    })
  }, [state])

  const reportToken = useEffectEvent(onToken)
  useEffect(() => reportToken(token), [token])

  return hasFailed && <BotCheckFailure onToken={onToken} onRetry={() => setState('solving')} />
}

/**
 * Starts to solve a new challenge, and reports the result. Returns a function that stops it, without a
 * report.
 */
function startSolving(onResult: (result: BotSolution | 'failed') => void): () => void {
  const controller = new AbortController()
  const report = (result: BotSolution | 'failed') => {
    if (!controller.signal.aborted) onResult(result)
  }
  solveBotChallenge(controller).then(report, () => report('failed'))
  return () => controller.abort()
}

/** Calls `renew` when the solution expires. Returns a function that cancels this. */
function onExpiry(solution: BotSolution, renew: () => void): () => void {
  // A timer for more than about 24 days overflows, and would fire at once.
  const untilExpiry = Math.min(solution.expiresAt - serverNow(), DAY_LENGTH)
  const timer = setTimeout(renew, untilExpiry)
  return () => clearTimeout(timer)
}
