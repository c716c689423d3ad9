import type { FieldValues, Path } from 'react-hook-form'
import { Field, SelectInput } from '../../components/field.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'
import { useResources } from './use-resources.ts'

/**
 * Returns the doctors and rooms to choose from: the active ones and the stored one. The list is empty where
 * that is only one, because then there is no choice.
 * @param storedId the id of the doctor or room that is stored so far, which may be inactive
 */
export function useResourceChoices(storedId: string | null = null) {
  const { data: resources = [] } = useResources()
  const choices = resources.filter(({ id, active }) => active || id === storedId)
  return choices.length < 2 ? [] : choices
}

type ResourceFieldProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  /** The label of the first choice, which stands for all doctors and rooms. Its value is ''. */
  allLabel: string
  /** The id of the doctor or room that is stored so far, which stays a choice even when inactive. */
  storedId?: string | null
  help?: string
}

/** The field for which doctor or room something applies to. A practice with one has no such field. */
export function ResourceField<Values extends FieldValues>({
  form,
  name,
  allLabel,
  storedId,
  help,
}: ResourceFieldProps<Values>) {
  const choices = useResourceChoices(storedId)
  const error = form.errorAt(name)
  if (choices.length === 0 && !error) return null
  return (
    <Field label="Gilt für" help={help} error={error}>
      <SelectInput {...form.register(name)}>
        <option value="">{allLabel}</option>
        {choices.map((resource) => (
          <option key={resource.id} value={resource.id}>
            {resource.name}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}
