import type { NamedResource } from '../../src/shared/resource.ts'
import { Field, SelectInput } from '../components/field.tsx'

type ResourceChoiceProps = {
  resources: readonly NamedResource[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** The choice of a doctor or a room, or of any. */
export function ResourceChoice({ resources, chosen, onChoose }: ResourceChoiceProps) {
  return (
    <div className="mb-4">
      <Field label="Zu wem möchten Sie?">
        <SelectInput value={chosen ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
          <option value="">Egal, wer</option>
          {resources.map(({ id, name, title }) => (
            <option key={id} value={id}>
              {title ? `${name}, ${title}` : name}
            </option>
          ))}
        </SelectInput>
      </Field>
    </div>
  )
}
