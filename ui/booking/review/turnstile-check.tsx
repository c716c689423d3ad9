import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BOT_CHECK_ACTION } from '../../../src/shared/bot-check.ts'
import { useTheme } from '../../components/theme.ts'
import { BotCheckFailure } from './bot-check-failure.tsx'
import type { BotCheckProps } from './bot-check-props.ts'
import { retryOnlineOrLater } from './retry-online-or-later.ts'
import { loadTurnstile } from './turnstile.ts'

/** Runs the check by Cloudflare Turnstile, whose script is loaded only when this component is shown. */
export function TurnstileCheck({ siteKey, onToken }: BotCheckProps & { siteKey: string }) {
  const widgetBoxRef = useRef<HTMLDivElement>(null)
  const reportToken = useEffectEvent(onToken)
  const [theme] = useTheme()
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another `attempt` loads the script again
  useEffect(() => {
    // The script may arrive after this effect was cleaned up. It must draw no widget then.
    let isCancelled = false
    let removeWidget = () => {}
    const forgetToken = () => reportToken(undefined)
    loadTurnstile().then(
      (turnstile) => {
        if (isCancelled || !widgetBoxRef.current) return
        const widget = turnstile.render(widgetBoxRef.current, {
          sitekey: siteKey,
          action: BOT_CHECK_ACTION,
          language: 'de',
          theme,
          size: 'flexible',
          // The widget is visible only when the patient has to do something.
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
      isCancelled = true
      removeWidget()
      forgetToken()
    }
  }, [siteKey, theme, attempt])

  const retry = () => {
    setHasFailed(false)
    setAttempt(attempt + 1)
  }
  // Each rendering starts the timer anew, because `retry` is then another function.
  useEffect(() => (hasFailed ? retryOnlineOrLater(retry) : undefined))

  return hasFailed ? <BotCheckFailure onToken={onToken} onRetry={retry} /> : <div ref={widgetBoxRef} />
}
