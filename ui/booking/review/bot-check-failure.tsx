import { useEffect, useEffectEvent } from 'react'
import { usePractice } from '../../api/status.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { telLink } from '../../components/tel-link.ts'
import type { BotCheckProps } from './bot-check-props.ts'

/**
 * Says that the check cannot be loaded, and reports null as its token. The patient can call the practice or,
 * if `onRetry` is given, press "Erneut versuchen".
 */
export function BotCheckFailure({ onToken, onRetry }: BotCheckProps & { onRetry?: () => void }) {
  const { phone } = usePractice()
  const report = useEffectEvent(onToken)
  useEffect(() => report(null), [])
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
