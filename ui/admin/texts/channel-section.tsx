import { useRef, useState } from 'react'
import { CHANNEL_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { PLACEHOLDERS, placeholdersIn } from '../../../src/shared/messages/placeholders.ts'
import type { TextChannel, TextField, TextKind } from '../../../src/shared/messages/texts.ts'
import { Button } from '../../components/button.tsx'
import { Field, TextArea } from '../../components/field.tsx'
import { FieldSection } from '../components/page.tsx'
import { useAdminStatus } from '../components/use-admin-status.ts'
import { TextPreview } from './text-preview.tsx'
import type { TextForm } from './use-texts.ts'

type ChannelSectionProps = { kind: TextKind; channel: TextChannel; form: TextForm }

/** The words of a message for one channel, with buttons for the placeholders and a preview. */
export function ChannelSection({ kind, channel, form }: ChannelSectionProps) {
  const opening = `${channel}_opening` as const
  const closing = `${channel}_closing` as const
  const sectionRef = useRef<HTMLDivElement>(null)
  /** The field that had the focus last. */
  const [lastField, setLastField] = useState<TextField>(opening)

  /** Inserts a placeholder at the cursor of the field that was used last. */
  const insertPlaceholder = (name: string) => {
    const area = sectionRef.current?.querySelector<HTMLTextAreaElement>(`[name=${lastField}]`)
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
    <div ref={sectionRef}>
      <FieldSection
        title={CHANNEL_NAMES[channel]}
        lead={
          channel === 'email'
            ? 'Eine leere Zeile beginnt einen Absatz.'
            : 'Eine SMS ist auf gesperrten Bildschirmen zu lesen und nennt deshalb nie die Leistung. Fehlen Ordination, Zeit oder Telefon, ergänzen wir sie.'
        }
        foot={<TextPreview kind={kind} channel={channel} form={form} />}
      >
        {textField(opening)}
        {textField(closing)}
        <PlaceholderButtons channel={channel} onInsert={insertPlaceholder} />
      </FieldSection>
    </div>
  )
}

type PlaceholderButtonsProps = { channel: TextChannel; onInsert: (name: string) => void }

/** A button for each placeholder that the words of the channel may have. */
function PlaceholderButtons({ channel, onInsert }: PlaceholderButtonsProps) {
  const hasSeveral = useAdminStatus().data?.resources !== undefined
  return (
    <fieldset className="whole">
      <legend className="small muted">Einfügen, wo zuletzt geschrieben wurde:</legend>
      <div className="row gap-2 mt-2">
        {placeholdersIn(channel, { hasSeveral }).map((name) => (
          <Button key={name} size="small" title={PLACEHOLDERS[name]} onClick={() => onInsert(name)}>
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
