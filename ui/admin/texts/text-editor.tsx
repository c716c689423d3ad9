import { useRef, useState } from 'react'
import { dateTime } from '../../../src/shared/format.ts'
import { CHANNEL_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { PLACEHOLDERS, placeholdersIn } from '../../../src/shared/messages/placeholders.ts'
import { smsLengthText } from '../../../src/shared/messages/sms-length.ts'
import {
  TEXT_LABELS,
  type TextChannel,
  type TextField,
  type TextKind,
} from '../../../src/shared/messages/texts.ts'
import { sentenceOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Field, TextArea } from '../../components/field.tsx'
import { SandboxedHtml } from '../../components/sandboxed-html.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ConfirmDialog } from '../../page/confirm-dialog.tsx'
import { FieldSection } from '../components/page.tsx'
import { displayValue } from '../forms/changes-between.ts'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
import { confirmsLoss } from '../forms/use-unsaved.ts'
import {
  type ListedText,
  type TextForm,
  type TextVersion,
  useResetText,
  useTextForm,
  useTextPreview,
  wordsOf,
} from './use-texts.ts'

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
        after={form.value && <Versions versions={form.value.versions} form={form} />}
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

type ChannelSectionProps = { kind: TextKind; channel: TextChannel; form: TextForm }

function ChannelSection({ kind, channel, form }: ChannelSectionProps) {
  const opening = `${channel}_opening` as const
  const closing = `${channel}_closing` as const
  const section = useRef<HTMLDivElement>(null)
  const [chosen, choose] = useState<TextField>(opening)

  const insert = (name: string) => {
    const area = section.current?.querySelector<HTMLTextAreaElement>(`[name=${chosen}]`)
    if (!area) return
    area.setRangeText(`{${name}}`, area.selectionStart, area.selectionEnd, 'end')
    form.setValue(chosen, area.value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    area.focus()
  }
  const field = (name: TextField) => (
    <Field label={name.endsWith('opening') ? 'Anfang' : 'Schluss'} error={form.errorAt(name)}>
      <TextArea
        rows={channel === 'sms' ? 2 : 5}
        onFocus={() => choose(name)}
        {...form.register(name, {
          // The words of an SMS are a single line.
          setValueAs: (typed: string) => (channel === 'sms' ? typed.replace(/\s*\n\s*/g, ' ') : typed),
        })}
      />
    </Field>
  )
  return (
    <div ref={section}>
      <FieldSection
        title={CHANNEL_NAMES[channel]}
        lead={
          channel === 'email'
            ? 'Eine leere Zeile beginnt einen Absatz.'
            : 'Eine SMS ist auf gesperrten Bildschirmen zu lesen und nennt deshalb nie die Leistung. Fehlen Ordination, Zeit oder Telefon, ergänzen wir sie.'
        }
        foot={<Preview kind={kind} channel={channel} form={form} />}
      >
        {field(opening)}
        {field(closing)}
        <fieldset className="whole">
          <legend className="small muted">Einfügen, wo zuletzt geschrieben wurde:</legend>
          <div className="row gap-2 mt-2">
            {placeholdersIn(channel).map((name) => (
              <Button key={name} size="small" title={PLACEHOLDERS[name]} onClick={() => insert(name)}>
                {name}
              </Button>
            ))}
          </div>
        </fieldset>
      </FieldSection>
    </div>
  )
}

function Preview({ kind, channel, form }: ChannelSectionProps) {
  const { data, error } = useTextPreview(kind, form.watch())
  return (
    <section aria-label={`Vorschau der ${CHANNEL_NAMES[channel]}`}>
      <h3>Vorschau mit erfundenen Daten</h3>
      {error && (
        <Banner tone="warning" role="status">
          {sentenceOf(error, 'Vorschau konnte nicht geladen werden.')}
        </Banner>
      )}
      {data && channel === 'email' && <EmailFrame email={data.email} />}
      {data?.sms && channel === 'sms' && (
        <>
          <p className="well break mt-2">{data.sms.text}</p>
          <p className="small muted mt-2" role="status">
            {smsLengthText(data.sms)}
          </p>
        </>
      )}
    </section>
  )
}

/**
 * Shows the subject, which the practice cannot change, and the e-mail in a sandboxed frame. Words that are
 * too long for an address have no `url`; the e-mail then loses its styles.
 */
function EmailFrame({ email: { subject, html, url } }: { email: PreviewedEmail }) {
  const title = 'Vorschau der E-Mail'
  return (
    <>
      <p className="small muted mt-2 mb-3">Betreff: {subject}</p>
      {url ? (
        <iframe className="paper" src={url} sandbox="" title={title} />
      ) : (
        <SandboxedHtml html={html} title={title} />
      )}
    </>
  )
}
type PreviewedEmail = NonNullable<ReturnType<typeof useTextPreview>['data']>['email']

/** Lists earlier versions of the text, which can be loaded into the fields again. */
function Versions({ versions, form }: { versions: readonly TextVersion[]; form: TextForm }) {
  const earlier = versions.filter(
    ({ channel, opening }, i) =>
      opening !== null && versions.slice(0, i).some((newer) => newer.channel === channel),
  )
  const load = ({ channel, opening, closing }: TextVersion) => {
    form.setValue(`${channel}_opening`, opening ?? '', { shouldDirty: true })
    form.setValue(`${channel}_closing`, closing ?? '', { shouldDirty: true })
    form.setFocus(`${channel}_opening`)
  }
  if (earlier.length === 0) return null
  return (
    <details className="card padded">
      <summary className="semibold">Frühere Fassungen ({earlier.length})</summary>
      <ul className="stack mt-4">
        {earlier.map((version) => (
          <li key={version.id} className="stack gap-2">
            <p className="small muted">
              {CHANNEL_NAMES[version.channel]}, {dateTime(version.at)}, {version.by}
            </p>
            <dl className="definitions small">
              <dt>Anfang</dt>
              <dd>{displayValue(version.opening)}</dd>
              <dt>Schluss</dt>
              <dd>{displayValue(version.closing)}</dd>
            </dl>
            <div>
              <Button size="small" onClick={() => load(version)}>
                In die Felder laden
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
