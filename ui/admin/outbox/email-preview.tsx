import { Dialog } from '../../components/dialog.tsx'
import { LoadFailure } from '../../components/loaded.tsx'
import { SandboxedHtml } from '../../components/sandboxed-html.tsx'
import styles from '../admin.module.css'
import { htmlOf } from './preview-source.ts'
import { usePreview } from './use-logs.ts'

const NAME = 'E-Mail Vorschau'

type EmailPreviewProps = { email: { id: number; subject?: string | null } | undefined; onClose: () => void }

/** The content of an e-mail in a frame without rights. */
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
  // A document of its own keeps its inline styles, which the policy of this page would drop.
  if (data.url) return <iframe className="paper" src={data.url} sandbox="" title={NAME} />
  const html = htmlOf(data)
  if (html === undefined) return <p>Keine Vorschau verfügbar.</p>
  return html.trim() === '' ? <p>(leer)</p> : <SandboxedHtml html={html} title={NAME} />
}
