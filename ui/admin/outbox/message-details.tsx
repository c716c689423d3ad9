import { Eye, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { TEST_SENT } from '../../../src/shared/messages.de.ts'
import { htmlOf } from '../../api/email-preview.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SandboxedHtml } from '../../components/sandboxed-html.tsx'
import { LoadFailure } from '../../page/loaded.tsx'
import styles from '../components/admin.module.css'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
import type { LogConfig } from './log-columns.tsx'
import { canRetry } from './message-status.ts'
import { type LogName, type LogRows, type Retry, usePreview } from './use-logs.ts'

type MessageDetailsProps<Name extends LogName> = {
  config: LogConfig<Name>
  row: LogRows[Name] | undefined
  retry: Retry
  onPreview: (row: LogRows[Name]) => void
  onClose: () => void
}

/** Shows all of a message except the HTML of an e-mail. The reason why it was not sent comes first. */
export function MessageDetails<Name extends LogName>({
  config,
  row,
  retry,
  onPreview,
  onClose,
}: MessageDetailsProps<Name>) {
  const retries = row !== undefined && canRetry(row)
  const previews = row !== undefined && config.hasPreview && row.emptied === null
  return (
    <Dialog
      look="sheet"
      open={row !== undefined}
      onClose={onClose}
      title={row && config.titleOf(row)}
      actions={
        (retries || previews) && (
          <>
            {retries && (
              <Button busy={retry.isPending} busyText="Erneut senden …" onClick={() => retry.mutate(row.id)}>
                <RotateCw />
                Erneut senden
              </Button>
            )}
            {previews && (
              <Button kind="quiet" onClick={() => onPreview(row)}>
                <Eye />
                Vorschau
              </Button>
            )}
          </>
        )
      }
    >
      {row && (
        <div className="stack gap-5">
          {/* Takes the focus from the button, which disappears after a success. */}
          <OutcomeBanner
            outcome={toOutcome(retry.error, 'Erneut senden fehlgeschlagen.', retry.data?.message)}
            takesFocus={retry.isSuccess}
          />
          <Reason status={row.status} error={row.error}>
            {config.explain(row)}
          </Reason>
          {row.kind === 'test' && row.status === 'sent' && <p className="muted">{TEST_SENT}</p>}
          {config.facts(row)}
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

/** Shows why the message was not sent. */
function Reason({ status, error, children }: { status: string; error: string | null; children: ReactNode }) {
  if (!error) return null
  const isLost = status === 'failed' || status === 'unknown'
  return (
    <Banner tone={isLost ? 'danger' : 'warning'} title={TITLES[status]}>
      <p>{error}</p>
      {children}
    </Banner>
  )
}

const NAME = 'E-Mail Vorschau'

type EmailPreviewProps = { email: { id: number; subject?: string | null } | undefined; onClose: () => void }

/** Shows the content of an e-mail in a sandboxed frame. */
export function EmailPreview({ email, onClose }: EmailPreviewProps) {
  const preview = usePreview(email?.id)
  const subject = preview.data?.subject || email?.subject
  return (
    <Dialog
      look="wide"
      open={email !== undefined}
      onClose={onClose}
      title={subject ? `Vorschau – ${subject}` : NAME}
    >
      <div className={styles.preview}>
        <EmailContent preview={preview} />
      </div>
    </Dialog>
  )
}

function EmailContent({ preview }: { preview: ReturnType<typeof usePreview> }) {
  const { data, error } = preview
  if (error) return <LoadFailure query={preview} sentence="Vorschau konnte nicht geladen werden." />
  if (!data) return <p role="status">Lade Vorschau …</p>
  // A document of its own keeps its inline styles, which the policy of this page would drop.
  if (data.url) return <iframe className="paper" src={data.url} sandbox="" title={NAME} />
  const html = htmlOf(data)
  if (html === undefined) return <p>Keine Vorschau verfügbar.</p>
  return html.trim() === '' ? <p>(leer)</p> : <SandboxedHtml html={html} title={NAME} />
}
