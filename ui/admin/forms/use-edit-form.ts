import { useEffect, useLayoutEffect } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { ruleResolver } from './rule-resolver.ts'
import type { Editable } from './use-editable.ts'
import { useUnsaved } from './use-unsaved.ts'

type Entry<Value, Values, Output> = {
  /** The server's own rule. */
  schema: GenericSchema<unknown, Output>
  /** What stands in the fields before anything is loaded. Only what is named here is sent. */
  empty: Values
  /** What stands in the fields for a value, where that is not the value itself. */
  valuesOf?: (value: Value) => Values
}

export type EditForm<Value, Values extends FieldValues, Output extends FieldValues> = ReturnType<
  typeof useEditForm<Value, Values, Output>
>

/**
 * A form over something editable: checked by the server's own rule, filled anew with what was loaded or saved, and not left
 * silently while it holds changes. Faults that only the server finds come to their fields too.
 */
export function useEditForm<Value, Values extends FieldValues, Output extends FieldValues>(
  editable: Editable<Value, Output>,
  { schema, empty, valuesOf = (value) => ownFields(value, empty) }: Entry<Value, Values, Output>,
) {
  const { value, settledAt, faults } = editable
  const form = useForm<Values, unknown, Output>({
    defaultValues: (value === undefined ? empty : valuesOf(value)) as DefaultValues<Values>,
    resolver: ruleResolver(schema),
  })
  const { setError, formState } = form
  const dirty = formState.isDirty
  const faultList = JSON.stringify(faults)

  // biome-ignore lint/correctness/useExhaustiveDependencies: filled anew only when the value was loaded or saved
  useLayoutEffect(() => {
    if (value !== undefined) form.reset(valuesOf(value))
  }, [settledAt])
  useEffect(() => {
    const found = Object.entries(JSON.parse(faultList) as Record<string, string>)
    for (const [at, [name, message]] of found.entries())
      setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: at === 0 })
  }, [faultList, setError])
  useUnsaved(dirty)

  return {
    form,
    /** True while something stands in the form that was not saved. */
    dirty,
    /** The sentence at a field. */
    fault: (name: Path<Values>): string | undefined => form.getFieldState(name, formState).error?.message,
    submit: form.handleSubmit((output) => editable.save(output)),
    submitAnyway: form.handleSubmit((output) => editable.saveAnyway(output)),
  }
}

/** Without what an answer tells beside the fields, such as which secrets are stored. */
function ownFields<Values extends FieldValues>(value: unknown, empty: Values): Values {
  const told = value as Record<string, unknown>
  return Object.fromEntries(Object.keys(empty).map((name) => [name, told[name] ?? empty[name]])) as Values
}
