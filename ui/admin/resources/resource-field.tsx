import type { FieldValues, Path } from 'react-hook-form'
import { Field, SelectInput } from '../../components/field.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'
import { useResources } from './use-resources.ts'

/**
 * Returns the active doctors and rooms, or an empty list if there are fewer than two.
 * @param ownId the id of a doctor or room that stays a choice even when inactive
 */
export function useActiveResources(ownId: string | null = null) {
  const { data = [] } = useResources()
  const choices = data.filter(({ id, active }) => active || id === ownId)
  return choices.length < 2 ? [] : choices
}

type ResourceFieldProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  /** The name of the first choice, whose value is ''. */
  all: string
  /** The id of a doctor or room that stays a choice even when inactive. */
  ownId?: string | null
  help?: string
}

/** The field for which doctor or room something applies to. A practice with one has no such field. */
export function ResourceField<Values extends FieldValues>({
  form,
  name,
  all,
  ownId,
  help,
}: ResourceFieldProps<Values>) {
  const choices = useActiveResources(ownId)
  const error = form.errorAt(name)
  if (choices.length === 0 && !error) return null
  return (
    <Field label="Gilt für" help={help} error={error}>
      <SelectInput {...form.register(name)}>
        <option value="">{all}</option>
        {choices.map((resource) => (
          <option key={resource.id} value={resource.id}>
            {resource.name}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}
