import { Field, SelectInput } from '../../components/field.tsx'
import { useResourceChoice } from './resource-choice.ts'
import type { ListedResource } from './use-resources.ts'

type ResourceFilterProps = {
  /** False if a page shows one doctor or room at a time; the browser then selects the first. */
  offersAll?: boolean
}

/**
 * The field that chooses whose appointments a page shows, kept in the URL. A practice with one has no
 * such field.
 */
export function ResourceFilter({ offersAll = true }: ResourceFilterProps) {
  const { choices, chosen, choose } = useResourceChoice()
  return (
    <ResourceSelect
      label="Arzt oder Raum"
      choices={choices}
      chosen={chosen}
      onChoose={choose}
      offersAll={offersAll}
    />
  )
}

type ResourceSelectProps = ResourceFilterProps & {
  label: string
  choices: readonly Pick<ListedResource, 'id' | 'name'>[]
  /** The id of the chosen doctor or room; undefined for all. */
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** A field that chooses one doctor or room, or all. Empty without a choice. */
export function ResourceSelect({ label, choices, chosen, onChoose, offersAll = true }: ResourceSelectProps) {
  if (choices.length === 0) return null
  return (
    <Field label={label}>
      <SelectInput value={chosen ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
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
