import { ShieldCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { DAY_LENGTH } from '../../../src/shared/day.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Checkbox } from '../../components/field.tsx'
import styles from './review.module.css'
import { type BotSolution, solveBotChallenge } from './solve-bot-challenge.ts'

export type BotCheckProps = Readonly<{
  /** The token of a solved check; undefined when it has expired or failed. */
  onToken: (token: string | undefined) => void
}>

/**
 * The built-in check: the browser solves a proof-of-work challenge while the patient reads, and another one when that has
 * expired. Solver and protocol are ALTCHA's own; its widget would weigh thirty times as much as this checkbox.
 */
export function AltchaCheck({ onToken }: BotCheckProps) {
  // Undefined while it is being solved.
  const [result, setResult] = useState<BotSolution | 'failed'>()
  const token = typeof result === 'object' ? result.token : undefined
  const state = result === undefined ? 'solving' : result === 'failed' ? 'failed' : 'solved'

  useEffect(() => {
    if (result === undefined) {
      const controller = new AbortController()
      const set = (value: BotSolution | 'failed') => controller.signal.aborted || setResult(value)
      solveBotChallenge(controller).then(set, () => set('failed'))
      return () => controller.abort()
    }
    if (result === 'failed') return
    const timer = setTimeout(() => setResult(undefined), Math.min(result.expiresAt - serverNow(), DAY_LENGTH))
    return () => clearTimeout(timer)
  }, [result])

  const tell = useEffectEvent(onToken)
  useEffect(() => tell(token), [token])

  return (
    <div className={`row between ${styles.check}`} data-state={state}>
      <Checkbox
        checked={state === 'solved'}
        aria-busy={state === 'solving'}
        aria-required
        error={
          state === 'failed' ? 'Überprüfung fehlgeschlagen. Bitte versuchen Sie es noch einmal.' : undefined
        }
        onChange={() => state === 'failed' && setResult(undefined)}
      >
        Ich bin kein Roboter
      </Checkbox>
      <p className={`faint ${styles.provider}`}>
        <ShieldCheck />
        <span role="status">{STATUS[state]}</span>
        ALTCHA
      </p>
    </div>
  )
}

const STATUS = { solving: 'Wird überprüft …', solved: 'Überprüft', failed: '' } as const
