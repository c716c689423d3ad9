import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { Checkbox } from '../../components/checkbox.tsx'
import styles from './review.module.css'
import { solveBotChallenge } from './solve-bot-challenge.ts'

export type BotCheckProps = Readonly<{
  /** The token of a solved check; undefined when it has expired or failed. */
  onToken: (token: string | undefined) => void
}>

type State = 'open' | 'solving' | 'solved' | 'failed' | 'expired'

const ERRORS: Partial<Record<State, string>> = {
  failed: 'Überprüfung fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
  expired: 'Überprüfung abgelaufen. Bitte wiederholen Sie sie.',
}

/**
 * The built-in check: after one press the browser solves a proof-of-work challenge. Solver and protocol are ALTCHA's
 * own; its widget would weigh thirty times as much as this checkbox.
 */
export function AltchaCheck({ onToken }: BotCheckProps) {
  const [state, setState] = useState<State>('open')
  const work = useRef<AbortController>(undefined)
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(
    () => () => {
      work.current?.abort()
      clearTimeout(expiry.current)
    },
    [],
  )

  const solve = async () => {
    if (state === 'solving' || state === 'solved') return
    const controller = new AbortController()
    work.current = controller
    setState('solving')
    try {
      const { token, expiresAt } = await solveBotChallenge(controller)
      if (controller.signal.aborted) return
      setState('solved')
      onToken(token)
      expiry.current = setTimeout(() => {
        setState('expired')
        onToken(undefined)
      }, expiresAt - serverNow())
    } catch {
      if (!controller.signal.aborted) setState('failed')
    }
  }

  return (
    <div className={`row between ${styles.check}`} data-state={state}>
      <Checkbox
        checked={state === 'solved'}
        aria-busy={state === 'solving'}
        error={ERRORS[state]}
        onChange={() => void solve()}
      >
        {state === 'solving' ? 'Wird überprüft …' : 'Ich bin kein Roboter'}
      </Checkbox>
      <p className="visually-hidden" role="status">
        {state === 'solving' ? 'Wird überprüft …' : state === 'solved' && 'Überprüft'}
      </p>
      <p className={`faint ${styles.provider}`}>
        <ShieldCheck />
        ALTCHA
      </p>
    </div>
  )
}
