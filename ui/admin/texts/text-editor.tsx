import { useState } from 'react'
import { TEXT_LABELS } from '../../../src/shared/messages/texts.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
import { confirmsLoss } from '../forms/use-unsaved.ts'
import { ChannelSection } from './channel-section.tsx'
import { EarlierVersions } from './text-versions.tsx'
import { type ListedText, useResetText, useTextForm, wordsOf } from './use-texts.ts'

/** Edits the words of a message for each channel, and previews it with them. */
export function TextEditor({ text, onClose }: { text: ListedText; onClose: () => void }) {
  const { kind, label, about, channels } = text
  const form = useTextForm(kind)
  const [asks, setAsks] = useState(false)
  const reset = useResetText(kind, async () => {
    await form.reload()
    setAsks(false)
  })
  const askToReset = () => {
    reset.reset()
    setAsks(true)
  }
  const isReset = !form.dirty && !form.value?.edited
  const outcome = form.outcome ?? (isReset ? toOutcome(null, '', reset.data?.message) : undefined)
  const close = () => {
    if (!form.dirty || confirmsLoss('Trotzdem zurück?')) onClose()
  }
  return (
    <>
      <EditPage
        title={label}
        lead={about}
        form={{ ...form, outcome }}
        before={
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
        after={form.value && <EarlierVersions versions={form.value.versions} form={form} />}
      >
        {channels.map((channel) => (
          <ChannelSection key={channel} kind={kind} channel={channel} form={form} />
        ))}
        <ConflictBanner form={form} labels={TEXT_LABELS} fields={wordsOf} />
      </EditPage>
      {asks && (
        <ConfirmDialog
          title="Zurück zum Original?"
          button="Originaltext verwenden"
          busy={reset.isPending}
          error={reset.error}
          failure="Der Text konnte nicht geändert werden."
          onConfirm={reset.mutate}
          onClose={() => setAsks(false)}
        >
          <p>
            Neue Nachrichten haben wieder den ursprünglichen Text. Ihr eigener bleibt unter „Frühere
            Fassungen“.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
