import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTheme } from '../../components/theme-picker.tsx'
import { scriptUrl } from '../../components/trusted-types.ts'
import type { BotCheckProps } from './altcha-check.tsx'
import { BotCheckFailure } from './bot-check-failure.tsx'

/** The part of Cloudflare's API that is used here. https://developers.cloudflare.com/turnstile/ */
type Turnstile = {
  render: (place: HTMLElement, options: Record<string, unknown>) => string
  remove: (widget: string) => void
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** Cloudflare Turnstile. Its script is loaded only when this is shown. */
export function TurnstileCheck({ siteKey, onToken }: BotCheckProps & { siteKey: string }) {
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
          action: 'booking',
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
