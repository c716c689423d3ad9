import { Field, SelectInput } from '../../components/field.tsx'
import { useResourceChoice } from './resource-choice.ts'

type ResourceFilterProps = {
  /** False where one has to be chosen; the first one is then. */
  offersAll?: boolean
}

/** Chooses whose appointments a page shows, in its address. A practice of one has no such field. */
export function ResourceFilter({ offersAll = true }: ResourceFilterProps) {
  const { choices, chosen = '', choose } = useResourceChoice()
  if (choices.length === 0) return null
  return (
    <Field label="Arzt oder Raum">
      <SelectInput value={chosen} onChange={({ target }) => choose(target.value || undefined)}>
        {offersAll && <option value="">Alle</option>}
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}
