import { Field, TextArea } from '../components/field.tsx'

/** docs/behaviour.md 8.15 */
const MAX_LENGTH = 1000
/** From so few characters left on the field says how many. */
const FEW_LEFT = 100

export type MessageFieldProps = {
  label: string
  help: string
  /** The placeholder: "z. B. Bitte nüchtern kommen." */
  example?: string
  /** Whether it has the focus in its dialog. */
  focused?: boolean
  value: string
  onChange: (message: string) => void
}

/** An optional message with a decision or cancellation. */
export function MessageField({ label, help, example, focused, value, onChange }: MessageFieldProps) {
  const left = MAX_LENGTH - value.length
  return (
    <Field label={`${label} (freiwillig)`} help={left <= FEW_LEFT ? `${help} Noch ${left} Zeichen.` : help}>
      <TextArea
        value={value}
        data-autofocus={focused || undefined}
        placeholder={example}
        maxLength={MAX_LENGTH}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
