import { Eye, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { sentenceOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import type { LogConfig } from './log-config.ts'
import { canRetry } from './message-status.ts'
import type { Entries, LogName, Retry } from './use-logs.ts'

type MessageDetailsProps<Name extends LogName> = {
  config: LogConfig<Name>
  entry: Entries[Name] | undefined
  retry: Retry
  onPreview: (entry: Entries[Name]) => void
  onClose: () => void
}

/** Everything about one message but the HTML of an e-mail; why it was not sent comes first. */
export function MessageDetails<Name extends LogName>({
  config,
  entry,
  retry,
  onPreview,
  onClose,
}: MessageDetailsProps<Name>) {
  return (
    <Dialog
      look="sheet"
      open={entry !== undefined}
      onClose={onClose}
      title={entry && config.titleOf(entry)}
      actions={
        entry && (
          <>
            {canRetry(entry.status) && (
              <Button
                busy={retry.isPending}
                busyText="Erneut senden …"
                onClick={() => retry.mutate(entry.id)}
              >
                <RotateCw />
                Erneut senden
              </Button>
            )}
            {config.hasPreview && (
              <Button kind="quiet" onClick={() => onPreview(entry)}>
                <Eye />
                Vorschau
              </Button>
            )}
          </>
        )
      }
    >
      {entry && (
        <div className="stack gap-5">
          <RetryResult retry={retry} />
          <Reason status={entry.status} error={entry.error}>
            {config.explain(entry)}
          </Reason>
          {config.facts(entry)}
        </div>
      )}
    </Dialog>
  )
}

/** The response to a retry. It takes the focus from the button, which disappears after a success. */
function RetryResult({ retry }: { retry: Retry }) {
  const box = useRef<HTMLDivElement>(null)
  const { isSuccess, data, error } = retry
  useEffect(() => {
    if (isSuccess) box.current?.focus()
  }, [isSuccess])
  return (
    <div ref={box} tabIndex={-1} role={error ? 'alert' : 'status'}>
      {isSuccess && <Banner tone="good">{data.message}</Banner>}
      {error && <Banner tone="danger">{sentenceOf(error, 'Erneut senden fehlgeschlagen.')}</Banner>}
    </div>
  )
}

const TITLES: Readonly<Record<string, string>> = {
  failed: 'Nicht zugestellt',
  muted: 'Nicht gesendet',
  unknown: 'Ungewiss, ob sie ankam',
  queued: 'Noch nicht zugestellt',
}

type ReasonProps = { status: string; error: string | null; children: ReactNode }

/** Why the message was not sent. */
function Reason({ status, error, children }: ReasonProps) {
  if (!error) return null
  const isLost = status === 'failed' || status === 'unknown'
  return (
    <Banner tone={isLost ? 'danger' : 'warning'} title={TITLES[status]}>
      <p>{error}</p>
      {children}
    </Banner>
  )
}
