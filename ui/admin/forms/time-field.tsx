import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { typedTime } from '../../../src/shared/typed-time.ts'
import { Field, TextInput } from '../../components/field.tsx'
import type { FormOf } from './use-submit-form.ts'

/** Reads a typed text when its field is left, on Enter and on Escape. */
export function useTyped(shown: string, read: (typed: string) => void) {
  const [typed, setTyped] = useState<string>()
  const commit = () => {
    if (typed === undefined) return
    setTyped(undefined)
    if (typed !== shown) read(typed)
  }
  return {
    value: typed ?? shown,
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped(target.value),
    onBlur: commit,
    onKeyDown: ({ key }: { key: string }) => (key === 'Enter' || key === 'Escape') && commit(),
  }
}

/**
 * Binds a controlled input to a form by name: the value, its changes and the focus on an error. The form
 * sees an object in place of the element, because it would write its value into an element.
 */
export function useBound<Values extends FieldValues>(
  form: FormOf<Values>,
  name: Path<Values>,
  options?: Parameters<FormOf<Values>['register']>[1],
) {
  const input = useRef<HTMLInputElement>(null)
  const [focusTarget] = useState({ focus: () => input.current?.focus() })
  const { ref, onChange } = form.register(name, options)
  useEffect(() => ref(focusTarget), [ref, focusTarget])
  return {
    input,
    value: String(form.watch(name) ?? ''),
    change: (value: string) => void onChange({ target: { name, value }, type: 'change' }),
  }
}

type TimeInputProps = {
  /** `08:00`, or a text that is no time. */
  value: string
  onChange: (time: string) => void
  ref?: Ref<HTMLInputElement>
  'data-autofocus'?: boolean
}

/** A time for a Field: `8` is 08:00, `830` is 08:30. */
export function TimeInput({ value, onChange, ...input }: TimeInputProps) {
  const typed = useTyped(value, (text) => onChange(typedTime(text)))
  return (
    <TextInput
      {...input}
      {...typed}
      className="num"
      inputMode="numeric"
      autoComplete="off"
      placeholder="--:--"
    />
  )
}

type FormTimeProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  label: ReactNode
  help?: ReactNode
  'data-autofocus'?: boolean
}

/** A time as the field of a form. */
export function FormTime<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  ...rest
}: FormTimeProps<Values>) {
  const { input, value, change } = useBound(form, name)
  return (
    <Field label={label} help={help} error={form.errorAt(name)}>
      <TimeInput {...rest} ref={input} value={value} onChange={change} />
    </Field>
  )
}
