import { htmlOf } from '../../api/email-preview.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SandboxedHtml } from '../../components/sandboxed-html.tsx'
import { LoadFailure } from '../../page/loaded.tsx'
import styles from '../components/admin.module.css'
import { useEmailPreview } from './use-logs.ts'

const PREVIEW_NAME = 'E-Mail Vorschau'

type EmailPreviewDialogProps = {
  email: { id: number; subject?: string | null } | undefined
  onClose: () => void
}

/** Shows the content of an e-mail; closed while `email` is undefined. */
export function EmailPreviewDialog({ email, onClose }: EmailPreviewDialogProps) {
  const preview = useEmailPreview(email?.id)
  const subject = preview.data?.subject || email?.subject
  return (
    <Dialog
      look="wide"
      open={email !== undefined}
      onClose={onClose}
      title={subject ? `Vorschau – ${subject}` : PREVIEW_NAME}
    >
      <div className={styles.preview}>
        <EmailContent preview={preview} />
      </div>
    </Dialog>
  )
}

/** The e-mail in a frame without scripts, or a sentence if there is nothing to show (yet). */
function EmailContent({ preview }: { preview: ReturnType<typeof useEmailPreview> }) {
  const { data, error } = preview
  if (error) return <LoadFailure query={preview} failure="Vorschau konnte nicht geladen werden." />
  if (!data) return <p role="status">Lade Vorschau …</p>
  // A separate document keeps its inline styles, which the policy of this page would block.
  if (data.url) return <iframe className="paper" src={data.url} sandbox="" title={PREVIEW_NAME} />
  const html = htmlOf(data)
  if (html === undefined) return <p>Keine Vorschau verfügbar.</p>
  return html.trim() === '' ? <p>(leer)</p> : <SandboxedHtml html={html} title={PREVIEW_NAME} />
}
