import { solveChallengeWorkers } from 'altcha-lib'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BOT_CHECK_ACTION } from '../../../src/shared/bot-check.ts'
import { DAY_LENGTH, type Instant } from '../../../src/shared/day.ts'
import { getBotChallenge, type Status } from '../../api/public.ts'
import { serverNow } from '../../api/server-clock.ts'
import { usePractice, useStatus } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/field.tsx'
import { telLink } from '../../components/links.ts'
import { useTheme } from '../../components/theme-picker.tsx'
import { scriptUrl } from '../../components/trusted-types.ts'
import workerUrl from './pbkdf2-worker.ts?worker&url'
import styles from './review.module.css'

/**
 * Shows the bot check that the server's configuration selects (docs/behaviour.md 7.10). A new `key`
 * restarts it.
 */
export function BotCheck({ onToken }: BotCheckProps) {
  const check: Status['bot_check'] = useStatus().data?.bot_check ?? { kind: 'altcha' }
  if (check.kind === 'turnstile') return <TurnstileCheck siteKey={check.site_key} onToken={onToken} />
  // ALTCHA needs crypto.subtle, which exists only in secure contexts.
  return isSecureContext ? <AltchaCheck onToken={onToken} /> : <BotCheckFailure />
}

type BotCheckProps = Readonly<{
  /** The token of a solved check; undefined when it has expired or failed. */
  onToken: (token: string | undefined) => void
}>

/**
 * Shows the built-in check. The browser solves a proof-of-work challenge while the patient reads, and a new
 * one when the solution has expired. Solver and protocol are ALTCHA's own. Its widget would weigh thirty times as
 * much as this checkbox.
 */
function AltchaCheck({ onToken }: BotCheckProps) {
  // The result is undefined while a challenge is being solved.
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

/** Highest number of workers. More of them are no faster on a phone. */
const MOST_WORKERS = 8
const TIMEOUT_MS = 300_000

/** The value for `turnstile_token`, and the instant at which it expires. */
type BotSolution = Readonly<{ token: string; expiresAt: Instant }>

/**
 * Fetches an ALTCHA challenge and finds its solution. How long that takes depends on the level (`WORK` in
 * src/access/bot-check.ts).
 * @throws when the challenge cannot be fetched, or no solution was found within `TIMEOUT_MS`
 */
async function solveBotChallenge(controller: AbortController): Promise<BotSolution> {
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
    // ALTCHA's own widget sends this format.
    token: btoa(JSON.stringify({ challenge, solution })),
    expiresAt: (challenge.parameters.expiresAt ?? Number.POSITIVE_INFINITY) * 1000,
  }
}

/** The part of Cloudflare's API that is used here. https://developers.cloudflare.com/turnstile/ */
type Turnstile = {
  render: (place: HTMLElement, options: Record<string, unknown>) => string
  remove: (widget: string) => void
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** Shows the check by Cloudflare Turnstile. Its script is loaded only when this component is shown. */
function TurnstileCheck({ siteKey, onToken }: BotCheckProps & { siteKey: string }) {
  const place = useRef<HTMLDivElement>(null)
  const tell = useEffectEvent(onToken)
  const [theme] = useTheme()
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` restarts it
  useEffect(() => {
    let left = false
    let leave = () => {}
    const forget = () => tell(undefined)
    loadTurnstile().then(
      (turnstile) => {
        if (left || !place.current) return
        const widget = turnstile.render(place.current, {
          sitekey: siteKey,
          action: BOT_CHECK_ACTION,
          language: 'de',
          theme,
          size: 'flexible',
          callback: (token: string) => tell(token),
          'expired-callback': forget,
          'timeout-callback': forget,
          'error-callback': forget,
        })
        leave = () => turnstile.remove(widget)
      },
      () => setFailed(true),
    )
    return () => {
      left = true
      leave()
      forget()
    }
  }, [siteKey, theme, attempt])

  return failed ? (
    <BotCheckFailure
      onRetry={() => {
        setFailed(false)
        setAttempt(attempt + 1)
      }}
    />
  ) : (
    <div ref={place} />
  )
}

let loading: Promise<Turnstile> | undefined

function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl(SCRIPT)
    script.async = true
    script.onload = () => {
      const { turnstile } = globalThis as { turnstile?: Turnstile }
      if (turnstile) resolve(turnstile)
      else reject(new Error('Turnstile did not start.'))
    }
    script.onerror = () => reject(new Error('Turnstile could not be fetched.'))
    document.head.append(script)
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** Replaces a check that cannot be loaded. The patient can call, or try again where that may help. */
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
