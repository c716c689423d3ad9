import type { Status } from '../../api/public.ts'
import { useStatusData } from '../../api/status.ts'
import { AltchaCheck } from './altcha-check.tsx'
import { BotCheckFailure } from './bot-check-failure.tsx'
import type { BotCheckProps } from './bot-check-props.ts'
import { TurnstileCheck } from './turnstile-check.tsx'

/**
 * Runs the bot check that the server's configuration selects (docs/behaviour.md 7.10). The caller restarts
 * the check by a new `key`.
 */
export function BotCheck({ onToken }: BotCheckProps) {
  // Until the status is loaded, the check is the built-in one.
  const check: Status['bot_check'] = useStatusData()?.bot_check ?? { kind: 'altcha' }
  if (check.kind === 'turnstile') return <TurnstileCheck siteKey={check.site_key} onToken={onToken} />
  // ALTCHA needs crypto.subtle, which exists only in secure contexts.
  return isSecureContext ? <AltchaCheck onToken={onToken} /> : <BotCheckFailure onToken={onToken} />
}
