import type { Status } from '../../api/public.ts'
import { useStatus } from '../../api/status.ts'
import { AltchaCheck, type BotCheckProps } from './altcha-check.tsx'
import { BotCheckFailure } from './bot-check-failure.tsx'
import { TurnstileCheck } from './turnstile-check.tsx'

/** The bot check that the server's configuration selects (docs/behaviour.md 7.10). A new `key` restarts it. */
export function BotCheck({ onToken }: BotCheckProps) {
  const check: Status['bot_check'] = useStatus().data?.bot_check ?? { kind: 'altcha' }
  if (check.kind === 'turnstile') return <TurnstileCheck siteKey={check.site_key} onToken={onToken} />
  // ALTCHA needs crypto.subtle, which exists in secure contexts only.
  return isSecureContext ? <AltchaCheck onToken={onToken} /> : <BotCheckFailure />
}
