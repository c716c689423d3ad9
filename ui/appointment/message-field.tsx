import { Field } from '../components/field.tsx'
import { TextArea } from '../components/text-area.tsx'

const LONGEST = 1000
const NEARLY_FULL = 100

type MessageFieldProps = {
  label: string
  help: string
  /** Stands in the empty field: "z. B. Bitte nüchtern kommen." */
  example?: string
  value: string
  onChange: (message: string) => void
}

/** What somebody may write beside a decision. */
export function MessageField({ label, help, example, value, onChange }: MessageFieldProps) {
  const left = LONGEST - value.length
  return (
    <Field
      label={`${label} (freiwillig)`}
      help={left <= NEARLY_FULL ? `${help} Noch ${left} Zeichen.` : help}
    >
      <TextArea
        value={value}
        placeholder={example}
        maxLength={LONGEST}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
