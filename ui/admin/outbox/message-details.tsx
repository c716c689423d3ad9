import { Eye, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { TEST_SENT } from '../../../src/shared/messages.de.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
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
  const retries = entry !== undefined && canRetry(entry)
  const previews = entry !== undefined && config.hasPreview && entry.emptied === null
  return (
    <Dialog
      look="sheet"
      open={entry !== undefined}
      onClose={onClose}
      title={entry && config.titleOf(entry)}
      actions={
        (retries || previews) && (
          <>
            {retries && (
              <Button
                busy={retry.isPending}
                busyText="Erneut senden …"
                onClick={() => retry.mutate(entry.id)}
              >
                <RotateCw />
                Erneut senden
              </Button>
            )}
            {previews && (
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
          {/* Takes the focus from the button, which disappears after a success. */}
          <OutcomeBanner
            outcome={toOutcome(retry.error, 'Erneut senden fehlgeschlagen.', retry.data?.message)}
            takesFocus={retry.isSuccess}
          />
          <Reason status={entry.status} error={entry.error}>
            {config.explain(entry)}
          </Reason>
          {entry.kind === 'test' && entry.status === 'sent' && <p className="muted">{TEST_SENT}</p>}
          {config.facts(entry)}
        </div>
      )}
    </Dialog>
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
