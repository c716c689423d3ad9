import { Dialog } from '../../components/dialog.tsx'
import { LoadFailure } from '../../components/loaded.tsx'
import { SandboxedHtml } from '../../components/sandboxed-html.tsx'
import styles from './email-preview.module.css'
import type { EmailEntry } from './log-entries.ts'
import { letterIn } from './preview-source.ts'
import { usePreview } from './use-logs.ts'

const NAME = 'E-Mail Vorschau'

type EmailPreviewProps = { mail: EmailEntry | undefined; onClose: () => void }

/** The letter itself, as it was or will be sent, in a frame without rights. */
export function EmailPreview({ mail, onClose }: EmailPreviewProps) {
  const preview = usePreview(mail?.id)
  const subject = preview.data?.subject || mail?.subject
  return (
    <Dialog
      look="wide"
      open={mail !== undefined}
      onClose={onClose}
      title={subject ? `Vorschau – ${subject}` : NAME}
    >
      <div className={styles.letter}>
        <EmailContent preview={preview} />
      </div>
    </Dialog>
  )
}

function EmailContent({ preview }: { preview: ReturnType<typeof usePreview> }) {
  const { data, error, isFetching, refetch } = preview
  if (error) {
    return (
      <LoadFailure
        error={error}
        sentence="Vorschau konnte nicht geladen werden."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <p role="status">Lade Vorschau …</p>
  // As it is styled; the same letter as text of ours would have to do without its inline styles.
  if (data.url) return <iframe className="paper" src={data.url} sandbox="" title={NAME} />
  const html = letterIn(data)
  if (html === undefined) return <p>Keine Vorschau verfügbar.</p>
  return html.trim() === '' ? <p>(leer)</p> : <SandboxedHtml html={html} title={NAME} />
}
