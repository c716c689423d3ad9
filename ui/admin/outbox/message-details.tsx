import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { TEST_SENT } from '../../../src/shared/admin-messages.de.ts'
import { dateTime } from '../../../src/shared/format.ts'
import { splitFault } from '../../../src/shared/messages/fault-text.ts'
import { htmlOf } from '../../api/email-preview.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SandboxedHtml } from '../../components/sandboxed-html.tsx'
import { LoadFailure } from '../../page/loaded.tsx'
import styles from '../components/admin.module.css'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
import type { LogConfig } from './log-config.ts'
import { RemedyButton, SettleButton, type Stopped } from './remedies.tsx'
import { type LogName, type LogRows, type Retry, type Settling, usePreview } from './use-logs.ts'

type MessageDetailsProps<Name extends LogName> = {
  config: LogConfig<Name>
  row: LogRows[Name] | undefined
  retry: Retry
  settling: Settling
  onPreview: (row: LogRows[Name]) => void
  onClose: () => void
}

/** Shows all of a message except the HTML of an e-mail. The reason why it was not sent comes first. */
export function MessageDetails<Name extends LogName>({
  config,
  row,
  retry,
  settling,
  onPreview,
  onClose,
}: MessageDetailsProps<Name>) {
  const acts = row !== undefined && (row.open || (row.remedy !== null && row.settled === null))
  const previews = row !== undefined && config.hasPreview && row.emptied === null
  return (
    <Dialog
      look="sheet"
      open={row !== undefined}
      onClose={onClose}
      title={row && config.titleOf(row)}
      actions={
        (acts || previews) && (
          <>
            {acts && (
              <>
                <RemedyButton
                  row={row}
                  channel={config.channel}
                  busy={retry.isPending}
                  onResend={() => {
                    settling.reset()
                    retry.mutate(row.id)
                  }}
                  onLeave={onClose}
                />
                <SettleButton
                  row={row}
                  channel={config.channel}
                  look="quiet"
                  busy={settling.isPending}
                  onSettle={() => {
                    retry.reset()
                    settling.mutate({ id: row.id, settles: true })
                  }}
                />
              </>
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
            outcome={
              toOutcome(retry.error, 'Noch einmal senden fehlgeschlagen.', retry.data?.message) ??
              toOutcome(settling.error, 'Das konnte nicht gespeichert werden.', settling.data?.message)
            }
            takesFocus={retry.isSuccess || settling.isSuccess}
          />
          <Reason row={row}>{config.explain(row)}</Reason>
          <Settled
            settled={row.settled}
            busy={settling.isPending}
            onReopen={() => settling.mutate({ id: row.id, settles: false })}
          />
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

type ReasonProps = {
  row: Pick<LogRows[LogName], 'status' | 'error' | 'obstacle'>
  children: ReactNode
}

/** Shows why the message was not sent, why it cannot be sent as it is, and what the server said. */
function Reason({ row: { status, error, obstacle }, children }: ReasonProps) {
  if (!error) return null
  const { sentence, technical } = splitFault(error)
  const isLost = status === 'failed' || status === 'unknown'
  return (
    <Banner tone={isLost ? 'danger' : 'warning'} title={TITLES[status]}>
      <p>{sentence}</p>
      {obstacle && obstacle !== sentence && <p>{obstacle}</p>}
      {children}
      {technical && <p className="muted tiny break">Technisch: {technical}</p>}
    </Banner>
  )
}

type SettledProps = { settled: Stopped['settled']; busy: boolean; onReopen: () => void }

/** Says who has settled a failure, and lets it be opened again. */
function Settled({ settled, busy, onReopen }: SettledProps) {
  if (settled === null) return null
  return (
    <p className="small">
      Erledigt von {settled.by || 'jemandem'}, {dateTime(settled.at)}.{' '}
      <Button kind="link" busy={busy} onClick={onReopen}>
        Wieder öffnen
      </Button>
    </p>
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
  if (error) return <LoadFailure query={preview} failure="Vorschau konnte nicht geladen werden." />
  if (!data) return <p role="status">Lade Vorschau …</p>
  // A document of its own keeps its inline styles, which the policy of this page would drop.
  if (data.url) return <iframe className="paper" src={data.url} sandbox="" title={NAME} />
  const html = htmlOf(data)
  if (html === undefined) return <p>Keine Vorschau verfügbar.</p>
  return html.trim() === '' ? <p>(leer)</p> : <SandboxedHtml html={html} title={NAME} />
}
