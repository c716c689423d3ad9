import { RotateCw } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { canRetry } from './message-status.ts'
import type { Retry } from './use-logs.ts'

type RetryButtonProps = { message: { id: number; status: string }; retry: Retry }

/** For messages that have stopped on their way. */
export function RetryButton({ message, retry }: RetryButtonProps) {
  if (!canRetry(message.status)) return null
  return (
    <Button busy={retry.isPending} busyText="Erneut senden …" onClick={() => retry.mutate(message.id)}>
      <RotateCw />
      Erneut senden
    </Button>
  )
}
