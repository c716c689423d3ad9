import { useLayoutEffect, useRef } from 'react'
import { MESSAGE_LENGTH } from '../../src/shared/booking.ts'
import { Field, TextArea } from '../components/field.tsx'

/** The name of the field in the page. */
export const MESSAGE = 'message'

/** Number of characters left at which the field begins to show them. */
const FEW_LEFT = 100

export type MessageFieldProps = {
  label: string
  help: string
  /** The placeholder: "z. B. Bitte nüchtern kommen." */
  example?: string
  /** Whether the dialog around it gives it the focus. */
  focused?: boolean
  value: string
  onChange: (message: string) => void
}

/** Asks for an optional message to the other side with a decision or cancellation. */
export function MessageField({ label, help, example, focused, value, onChange }: MessageFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it takes what was typed before React listened
  useLayoutEffect(() => {
    const typed = field.current?.value ?? value
    if (typed !== value) onChange(typed)
  }, [])
  const left = MESSAGE_LENGTH - value.length
  return (
    <Field label={`${label} (freiwillig)`} help={left <= FEW_LEFT ? `${help} Noch ${left} Zeichen.` : help}>
      <TextArea
        ref={field}
        name={MESSAGE}
        value={value}
        data-autofocus={focused || undefined}
        placeholder={example}
        maxLength={MESSAGE_LENGTH}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
