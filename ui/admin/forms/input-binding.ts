import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { FormOf } from './use-submit-form.ts'

/**
 * Returns the props of an input that is read when the user leaves it or presses Enter or Escape. Until then
 * it shows what was typed, otherwise `shown`.
 */
export function useTypedText(shown: string, onRead: (typed: string) => void) {
  const [typed, setTyped] = useState<string>()
  const readTyped = () => {
    if (typed === undefined) return
    setTyped(undefined)
    if (typed !== shown) onRead(typed)
  }
  return {
    value: typed ?? shown,
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped(target.value),
    onBlur: readTyped,
    onKeyDown: ({ key }: { key: string }) => (key === 'Enter' || key === 'Escape') && readTyped(),
  }
}

/**
 * Binds a controlled input to a form by name: its value, changes, and focus on an error. The form gets an
 * object instead of the element, because it would write its value into the element.
 */
export function useFormValue<Values extends FieldValues>(
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
