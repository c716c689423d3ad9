import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { FormOf } from './use-submit-form.ts'

/**
 * Binds a controlled input to a form by name: its value, changes, and focus on an error. The form gets an
 * object instead of the element, because it would write its value into the element.
 */
export function useFormValue<Values extends FieldValues>(
  form: FormOf<Values>,
  name: Path<Values>,
  options?: Parameters<FormOf<Values>['register']>[1],
) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [focusTarget] = useState({ focus: () => inputRef.current?.focus() })
  const { ref, onChange } = form.register(name, options)
  useEffect(() => ref(focusTarget), [ref, focusTarget])
  return {
    input: inputRef,
    value: String(form.watch(name) ?? ''),
    change: (value: string) => void onChange({ target: { name, value }, type: 'change' }),
  }
}
