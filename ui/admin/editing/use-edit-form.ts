import { useEffect } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { ruleResolver } from './rule-resolver.ts'
import type { Editable } from './use-editable.ts'
import { useUnsaved } from './use-unsaved.ts'

/**
 * A form over something editable: checked by the server's own rule, filled anew with what was loaded or saved, and not left
 * silently while it holds changes. Faults that only the server finds come to their fields too.
 */
export function useEditForm<Values extends FieldValues, Output extends FieldValues>(
  editable: Editable<Values, Output>,
  schema: GenericSchema<unknown, Output>,
  empty: DefaultValues<Values>,
) {
  const { value, faults } = editable
  const form = useForm<Values, unknown, Output>({
    defaultValues: empty,
    ...(value && { values: value }),
    resolver: ruleResolver(schema),
  })
  const { setError, formState } = form
  const faultList = JSON.stringify(faults)

  useEffect(() => {
    for (const [name, message] of Object.entries(JSON.parse(faultList) as Record<string, string>))
      setError(name as Path<Values>, { type: 'server', message })
  }, [faultList, setError])
  useUnsaved(formState.isDirty)

  return {
    form,
    /** The sentence at a field. */
    fault: (name: Path<Values>): string | undefined => form.getFieldState(name, formState).error?.message,
    submit: form.handleSubmit((output) => editable.save(output)),
  }
}
