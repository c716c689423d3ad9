import type { FieldValues, Path } from 'react-hook-form'
import { Field, SelectInput } from '../../components/field.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'
import { useResources } from './use-resources.ts'

/**
 * Returns the active doctors and rooms; none where there is no choice.
 * @param own one that stays a choice although it is no longer active
 */
export function useActiveResources(own: string | null = null) {
  const { data = [] } = useResources()
  const choices = data.filter(({ id, active }) => active || id === own)
  return choices.length < 2 ? [] : choices
}

type ResourceFieldProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  /** The name of the first choice, whose value is ''. */
  all: string
  own?: string | null
  help?: string
}

/** Asks for which doctor or room something holds, where there are several. */
export function ResourceField<Values extends FieldValues>({
  form,
  name,
  all,
  own,
  help,
}: ResourceFieldProps<Values>) {
  const choices = useActiveResources(own)
  const error = form.errorAt(name)
  if (choices.length === 0 && !error) return null
  return (
    <Field label="Gilt für" help={help} error={error}>
      <SelectInput {...form.register(name)}>
        <option value="">{all}</option>
        {choices.map(({ id, name: called }) => (
          <option key={id} value={id}>
            {called}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}
