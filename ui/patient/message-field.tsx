import { useEffect, useLayoutEffect, useRef } from 'react'
import { MESSAGE_LENGTH } from '../../src/shared/booking-limits.ts'
import { Field, TextArea } from '../components/field.tsx'
import { browserStorage, recordIn } from './browser-storage.ts'

/** The `name` of the field, by which it is found in a page that the server has rendered. */
export const MESSAGE_NAME = 'message'

/** The key under which a tab keeps what was typed for a reload of the page. */
const KEPT_KEY = 'ordi_message'

/** With this number of characters left, the field begins to show that number. */
const FEW_LEFT = 100

export type MessageFieldProps = {
  label: string
  help: string
  /** The placeholder, such as "z. B. Bitte nüchtern kommen." */
  example?: string
  /** Whether nothing is sent without a message. */
  required?: boolean
  /** Whether the field takes the focus when it appears. */
  focused?: boolean
  /** The id of the booking of a page that has only this form. What was typed then survives a reload. */
  keptFor?: string | undefined
  value: string
  onChange: (message: string) => void
}

/**
 * Asks for a message to the other side, usually an optional one with a decision, a move or a cancellation.
 * Near the limit the field says how many characters are left.
 */
export function MessageField({
  label,
  help,
  example,
  required = false,
  focused,
  keptFor,
  value,
  onChange,
}: MessageFieldProps) {
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  // The field may hold text from before the page's code had arrived, when React did not listen yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first rendering can find such text
  useLayoutEffect(() => {
    const typed = fieldRef.current?.value || (keptFor && keptMessage(keptFor)) || value
    if (typed !== value) onChange(typed)
    // A dialog focuses its field only when it opens itself.
    if (focused) fieldRef.current?.focus()
    // The field goes when the form was sent, or the patient has gone to another page. A reload, after which
    // the text is needed, does not come by here.
    return () => {
      if (keptFor) browserStorage.tab.write(KEPT_KEY, undefined)
    }
  }, [])
  useEffect(() => {
    if (keptFor) keepMessage(keptFor, value)
  }, [keptFor, value])
  const charactersLeft = MESSAGE_LENGTH - value.length
  return (
    <Field
      label={required ? label : `${label} (freiwillig)`}
      required={required}
      help={charactersLeft <= FEW_LEFT ? `${help} Noch ${charactersLeft} Zeichen.` : help}
    >
      <TextArea
        ref={fieldRef}
        name={MESSAGE_NAME}
        value={value}
        data-autofocus={focused || undefined}
        placeholder={example}
        maxLength={MESSAGE_LENGTH}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

/** Returns what was typed into the same form before the page was loaded again. */
function keptMessage(id: string): string | undefined {
  const kept = recordIn(browserStorage.tab.read(KEPT_KEY))
  const isSameForm = kept.page === location.pathname && kept.id === id
  return isSameForm && typeof kept.text === 'string' ? kept.text : undefined
}

function keepMessage(id: string, text: string): void {
  const kept = text ? JSON.stringify({ page: location.pathname, id, text }) : undefined
  browserStorage.tab.write(KEPT_KEY, kept)
}
