import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BOT_CHECK_ACTION } from '../../../src/shared/bot-check.ts'
import { DAY_LENGTH } from '../../../src/shared/day.ts'
import { type BotSolution, solveBotChallenge } from '../../api/bot-check.ts'
import type { Status } from '../../api/public.ts'
import { serverNow } from '../../api/server-clock.ts'
import { usePractice, useStatusData } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { telLink } from '../../components/links.ts'
import { useTheme } from '../../components/theme.ts'
import { scriptUrl } from '../../components/trusted-types.ts'

/**
 * Runs the bot check that the server's configuration selects (docs/behaviour.md 7.10). The caller restarts
 * the check by a new `key`.
 */
export function BotCheck({ onToken }: BotCheckProps) {
  const check: Status['bot_check'] = useStatusData()?.bot_check ?? { kind: 'altcha' }
  if (check.kind === 'turnstile') return <TurnstileCheck siteKey={check.site_key} onToken={onToken} />
  // ALTCHA needs crypto.subtle, which exists only in secure contexts.
  return isSecureContext ? <AltchaCheck onToken={onToken} /> : <BotCheckFailure />
}

type BotCheckProps = Readonly<{
  /** The token of a solved check; undefined when it has expired or failed. */
  onToken: (token: string | undefined) => void
}>

/** Milliseconds until a failed check runs again by itself. */
const REPEAT_AFTER_MS = 5000

/**
 * Runs the built-in check, which is seen only when it fails. The browser solves a proof-of-work challenge
 * while the patient reads, and a new one when the solution has expired. Solver and protocol are ALTCHA's own.
 */
function AltchaCheck({ onToken }: BotCheckProps) {
  const [state, setState] = useState<BotSolution | 'solving' | 'failed'>('solving')
  // The message about a failure stays while the check runs again, so that it does not flicker.
  const [hasFailed, setHasFailed] = useState(false)
  const token = typeof state === 'object' ? state.token : undefined

  useEffect(() => {
    if (state === 'failed') return retryOnlineOrAfter(REPEAT_AFTER_MS, () => setState('solving'))
    if (state !== 'solving') {
      // Browsers count at most 24 days, and a timer for longer would end at once.
      const untilExpiry = Math.min(state.expiresAt - serverNow(), DAY_LENGTH)
      const timer = setTimeout(() => setState('solving'), untilExpiry)
      return () => clearTimeout(timer)
    }
    const controller = new AbortController()
    const finish = (result: BotSolution | 'failed') => {
      if (controller.signal.aborted) return
      setHasFailed(result === 'failed')
      setState(result)
    }
    solveBotChallenge(controller).then(finish, () => finish('failed'))
    return () => controller.abort()
  }, [state])

  const reportToken = useEffectEvent(onToken)
  useEffect(() => reportToken(token), [token])

  return hasFailed && <BotCheckFailure onRetry={() => setState('solving')} />
}

/**
 * Calls `retry` when the browser is online again, and when the time is over. Returns a function that ends
 * both.
 */
function retryOnlineOrAfter(milliseconds: number, retry: () => void): () => void {
  const timer = setTimeout(retry, milliseconds)
  addEventListener('online', retry)
  return () => {
    clearTimeout(timer)
    removeEventListener('online', retry)
  }
}

/** The part of Cloudflare's API that is used here. https://developers.cloudflare.com/turnstile/ */
type Turnstile = {
  render: (place: HTMLElement, options: Record<string, unknown>) => string
  remove: (widget: string) => void
}

/** Turnstile's script. With `render=explicit` it waits for the call of `render`. */
const TURNSTILE_SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** Runs the check by Cloudflare Turnstile, whose script is loaded only when this component is shown. */
function TurnstileCheck({ siteKey, onToken }: BotCheckProps & { siteKey: string }) {
  const widgetBox = useRef<HTMLDivElement>(null)
  const reportToken = useEffectEvent(onToken)
  const [theme] = useTheme()
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another `attempt` loads the script again
  useEffect(() => {
    let hasEnded = false
    let removeWidget = () => {}
    const forgetToken = () => reportToken(undefined)
    loadTurnstile().then(
      (turnstile) => {
        if (hasEnded || !widgetBox.current) return
        const widget = turnstile.render(widgetBox.current, {
          sitekey: siteKey,
          action: BOT_CHECK_ACTION,
          language: 'de',
          theme,
          size: 'flexible',
          // The widget is seen only when the patient has to do something.
          appearance: 'interaction-only',
          callback: (token: string) => reportToken(token),
          'expired-callback': forgetToken,
          'timeout-callback': forgetToken,
          'error-callback': forgetToken,
        })
        removeWidget = () => turnstile.remove(widget)
      },
      () => setHasFailed(true),
    )
    return () => {
      hasEnded = true
      removeWidget()
      forgetToken()
    }
  }, [siteKey, theme, attempt])

  const retry = () => {
    setHasFailed(false)
    setAttempt(attempt + 1)
  }
  useEffect(() => (hasFailed ? retryOnlineOrAfter(REPEAT_AFTER_MS, retry) : undefined))

  return hasFailed ? <BotCheckFailure onRetry={retry} /> : <div ref={widgetBox} />
}

/** The script that is loaded once for the page; undefined before that, and after a failure. */
let loadingScript: Promise<Turnstile> | undefined

/** Loads Turnstile's script once. Rejects when that fails; the next call then tries again. */
function loadTurnstile(): Promise<Turnstile> {
  loadingScript ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl(TURNSTILE_SCRIPT)
    script.async = true
    script.onload = () => {
      const { turnstile } = globalThis as { turnstile?: Turnstile }
      if (turnstile) resolve(turnstile)
      else reject(new Error('Turnstile did not start.'))
    }
    script.onerror = () => reject(new Error('Turnstile could not be fetched.'))
    document.head.append(script)
  })
  loadingScript.catch(() => {
    loadingScript = undefined
  })
  return loadingScript
}

/**
 * Says that the check cannot be loaded. The patient can call the practice, or press "Erneut versuchen" where
 * that may help (`onRetry`).
 */
function BotCheckFailure({ onRetry }: { onRetry?: () => void }) {
  const { phone } = usePractice()
  return (
    <Banner tone="danger" role="alert" title="Die Sicherheitsprüfung konnte nicht geladen werden.">
      {phone && (
        <p>
          Sie können uns auch anrufen: <a href={telLink(phone)}>{phone}</a>.
        </p>
      )}
      {onRetry && (
        <Button kind="link" onClick={onRetry}>
          Erneut versuchen
        </Button>
      )}
    </Banner>
  )
}
