import { type ReactNode, useState } from 'react'
import { isDay } from '../../../src/shared/day.ts'
import { UNREADABLE_DAY } from '../../../src/shared/typed-day.ts'
import { Field } from '../../components/field.tsx'
import { DayInput, type DayInputProps } from './day-input.tsx'

type DayFieldProps = Omit<DayInputProps, 'ref'> & { label: ReactNode; help?: ReactNode }

/**
 * A day with its label, outside forms. `onChange` only gets days and ''; any other text stays here and shows
 * an error.
 */
export function DayField({ label, help, onChange, ...inputProps }: DayFieldProps) {
  const [faultyText, setFaultyText] = useState<string>()
  const change = (typed: string) => {
    const isValid = typed === '' || isDay(typed)
    setFaultyText(isValid ? undefined : typed)
    if (isValid) onChange(typed)
  }
  return (
    <Field label={label} help={help} error={faultyText === undefined ? undefined : UNREADABLE_DAY}>
      <DayInput {...inputProps} value={faultyText ?? inputProps.value} onChange={change} />
    </Field>
  )
}
