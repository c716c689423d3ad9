import type { Ref } from 'react'
import { completeTime } from '../../../src/shared/typed-time.ts'
import { TextInput } from '../../components/field.tsx'
import { useTypedText } from './use-typed-text.ts'

type TimeInputProps = {
  /** `08:00`, or any other typed text. */
  value: string
  /** Called with a time, or with the typed text if it is not a time. */
  onChange: (time: string) => void
  ref?: Ref<HTMLInputElement>
  'data-autofocus'?: boolean
}

/** A time of day for a Field: typed as `8` it is 08:00, as `830` 08:30. */
export function TimeInput({ value, onChange, ...inputProps }: TimeInputProps) {
  const typedProps = useTypedText(value, (text) => onChange(completeTime(text)))
  return (
    <TextInput
      {...inputProps}
      {...typedProps}
      className="num"
      inputMode="numeric"
      autoComplete="off"
      placeholder="--:--"
    />
  )
}
