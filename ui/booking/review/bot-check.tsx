import type { Status } from '../../api/public.ts'
import { useStatus } from '../../api/status.ts'
import { AltchaCheck } from './altcha-check.tsx'
import { BotCheckFailure } from './bot-check-failure.tsx'
import { TurnstileCheck } from './turnstile-check.tsx'

export type BotCheckProps = Readonly<{
  /** The token of a solved check; undefined when it has expired or failed. */
  onToken: (token: string | undefined) => void
}>

/** The challenge widget that the server wants; the server alone decides which. A new `key` starts it anew. */
export function BotCheck({ onToken }: BotCheckProps) {
  const check: Status['bot_check'] = useStatus().data?.bot_check ?? { kind: 'altcha' }
  if (check.kind === 'turnstile') return <TurnstileCheck siteKey={check.site_key} onToken={onToken} />
  // Its arithmetic is the browser's own, which browsers offer to https alone.
  return isSecureContext ? <AltchaCheck onToken={onToken} /> : <BotCheckFailure />
}
