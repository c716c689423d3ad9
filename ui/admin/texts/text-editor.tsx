import { useState } from 'react'
import { TEXT_LABELS } from '../../../src/shared/messages/texts.ts'
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
  const [isResetAsked, setResetAsked] = useState(false)
  const reset = useResetText(kind, async () => {
    await form.reload()
    setResetAsked(false)
  })
  const askToReset = () => {
    // Forgets the failure of an earlier try.
    reset.reset()
    setResetAsked(true)
  }
  const isOriginal = !form.dirty && !form.value?.edited
  const resetMessage = reset.data?.message
  // The dialog shows failures. Here only the success is shown, until the text is changed again.
  const resetOutcome: FormOutcome | undefined =
    isOriginal && resetMessage !== undefined ? { tone: 'good', text: resetMessage } : undefined
  const close = () => {
    if (!form.dirty || confirmLossOfChanges('Trotzdem zurück?')) onClose()
  }
  return (
    <>
      <EditPage
        title={label}
        lead={about}
        form={{ ...form, outcome: form.outcome ?? resetOutcome }}
        above={
          <p>
            <Button kind="link" onClick={close}>
              Alle Texte
            </Button>
          </p>
        }
        buttons={form.value?.edited && <Button onClick={askToReset}>Zurück zum Original</Button>}
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
      {isResetAsked && <ResetDialog reset={reset} onClose={() => setResetAsked(false)} />}
    </>
  )
}

type ResetDialogProps = { reset: ReturnType<typeof useResetText>; onClose: () => void }

/** Asks whether to restore the original words. */
function ResetDialog({ reset, onClose }: ResetDialogProps) {
  return (
    <ConfirmDialog
      title="Zurück zum Original?"
      button="Originaltext verwenden"
      busy={reset.isPending}
      error={reset.error}
      failure="Der Text konnte nicht geändert werden."
      onConfirm={reset.mutate}
      onClose={onClose}
    >
      <p>
        Neue Nachrichten haben wieder den ursprünglichen Text. Ihr eigener bleibt unter „Frühere Fassungen“.
      </p>
    </ConfirmDialog>
  )
}
