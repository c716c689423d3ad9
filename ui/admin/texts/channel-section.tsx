import { useRef, useState } from 'react'
import { CHANNEL_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { PLACEHOLDERS, placeholdersIn } from '../../../src/shared/messages/placeholders.ts'
import { smsLengthText } from '../../../src/shared/messages/sms-length.ts'
import type { TextChannel, TextField, TextKind } from '../../../src/shared/messages/texts.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Field, TextArea } from '../../components/field.tsx'
import { SandboxedHtml } from '../../components/sandboxed-html.tsx'
import { FieldSection } from '../components/page.tsx'
import { useAdminStatus } from '../components/use-admin-status.ts'
import { type TextForm, useTextPreview } from './use-texts.ts'

type ChannelSectionProps = { kind: TextKind; channel: TextChannel; form: TextForm }

/** The words of a message for one channel, with buttons for the placeholders and a preview. */
export function ChannelSection({ kind, channel, form }: ChannelSectionProps) {
  const opening = `${channel}_opening` as const
  const closing = `${channel}_closing` as const
  const section = useRef<HTMLDivElement>(null)
  const hasSeveral = useAdminStatus().data?.resources !== undefined
  /** The field that had the focus last. */
  const [lastField, setLastField] = useState<TextField>(opening)

  /** Inserts a placeholder at the cursor of the field that was used last. */
  const insertPlaceholder = (name: string) => {
    const area = section.current?.querySelector<HTMLTextAreaElement>(`[name=${lastField}]`)
    if (!area) return
    area.setRangeText(`{${name}}`, area.selectionStart, area.selectionEnd, 'end')
    form.setValue(lastField, area.value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    area.focus()
  }
  const textField = (name: TextField) => (
    <Field label={name.endsWith('opening') ? 'Anfang' : 'Schluss'} error={form.errorAt(name)}>
      <TextArea
        rows={channel === 'sms' ? 2 : 5}
        onFocus={() => setLastField(name)}
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
        {textField(opening)}
        {textField(closing)}
        <fieldset className="whole">
          <legend className="small muted">Einfügen, wo zuletzt geschrieben wurde:</legend>
          <div className="row gap-2 mt-2">
            {placeholdersIn(channel, { hasSeveral }).map((name) => (
              <Button
                key={name}
                size="small"
                title={PLACEHOLDERS[name]}
                onClick={() => insertPlaceholder(name)}
              >
                {name}
              </Button>
            ))}
          </div>
        </fieldset>
      </FieldSection>
    </div>
  )
}

/** The message with the words in the form, addressed to an invented patient. */
function Preview({ kind, channel, form }: ChannelSectionProps) {
  const { data, error } = useTextPreview(kind, form.watch())
  return (
    <section aria-label={`Vorschau der ${CHANNEL_NAMES[channel]}`}>
      <h3>Vorschau mit erfundenen Daten</h3>
      {error && (
        <Banner tone="warning" role="status">
          {failureSentence(error, 'Vorschau konnte nicht geladen werden.')}
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
 * Shows the subject, which the practice cannot change, and the e-mail in a frame without scripts. The frame
 * loads a page of its own (`url`), unless the words are too long for an address. Then the e-mail is embedded
 * in this page, whose Content-Security-Policy drops its styles.
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
