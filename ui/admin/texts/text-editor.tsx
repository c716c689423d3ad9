import { useState } from 'react'
import { TEXT_LABELS, type TextKind } from '../../../src/shared/messages/texts.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import { EditConflictBanner } from '../forms/edit-conflict-banner.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import type { FormOutcome } from '../forms/form-outcome.ts'
import { confirmLossOfChanges } from '../forms/use-unsaved.ts'
import { ChannelSection } from './channel-section.tsx'
import { EarlierVersions } from './text-versions.tsx'
import { type ListedText, useResetText, useTextForm, wordsOf } from './use-texts.ts'

/** The page of one message: a form with its words and a preview for each channel, and earlier versions. */
export function TextEditor({ text, onClose }: { text: ListedText; onClose: () => void }) {
  const { kind, label, about, channels } = text
  const form = useTextForm(kind)
  const [isResetDialogOpen, setResetDialogOpen] = useState(false)
  /** The success of the last reset, shown until the words are changed again. The dialog shows failures. */
  const [resetOutcome, setResetOutcome] = useState<FormOutcome>()
  const hasOriginalWords = !form.dirty && !form.value?.edited
  const outcome = form.outcome ?? (hasOriginalWords ? resetOutcome : undefined)
  const showOriginalWords = async (message: string) => {
    await form.reload()
    setResetOutcome({ tone: 'good', text: message })
    setResetDialogOpen(false)
  }
  const close = () => {
    if (!form.dirty || confirmLossOfChanges('Trotzdem zurück?')) onClose()
  }
  return (
    <>
      <EditPage
        title={label}
        lead={about}
        form={{ ...form, outcome }}
        above={
          <p>
            <Button kind="link" onClick={close}>
              Alle Texte
            </Button>
          </p>
        }
        buttons={
          form.value?.edited && <Button onClick={() => setResetDialogOpen(true)}>Zurück zum Original</Button>
        }
        skeleton={
          <div className="stack gap-5">
            <Skeleton height={560} />
            <Skeleton height={480} />
          </div>
        }
        below={form.value && <EarlierVersions versions={form.value.versions} form={form} />}
      >
        {channels.map((channel) => (
          <ChannelSection key={channel} kind={kind} channel={channel} form={form} />
        ))}
        <EditConflictBanner form={form} labels={TEXT_LABELS} fields={wordsOf} />
      </EditPage>
      {isResetDialogOpen && (
        <ResetDialog kind={kind} onReset={showOriginalWords} onClose={() => setResetDialogOpen(false)} />
      )}
    </>
  )
}

type ResetDialogProps = {
  kind: TextKind
  /** Called with the server's sentence about the success. The dialog stays busy until it resolves. */
  onReset: (message: string) => Promise<void>
  onClose: () => void
}

/** Asks whether to restore the original words, and restores them. */
function ResetDialog({ kind, onReset, onClose }: ResetDialogProps) {
  const reset = useResetText(kind, onReset)
  return (
    <ConfirmDialog
      title="Zurück zum Original?"
      button="Originaltext verwenden"
      busy={reset.isPending}
      error={reset.error}
      failure="Der Text konnte nicht geändert werden."
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      <p>
        Neue Nachrichten haben wieder den ursprünglichen Text. Ihr eigener bleibt unter „Frühere Fassungen“.
      </p>
    </ConfirmDialog>
  )
}
