import type { NamedResource } from '../../src/shared/resource.ts'
import { Field, SelectInput } from '../components/field.tsx'

type ResourceWishFieldProps = {
  resources: readonly NamedResource[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /** False where somebody is chosen already, because the patient has an appointment there. */
  offersAny?: boolean | undefined
}

/** The field in which the patient wishes for a doctor or a room, or for any. */
export function ResourceWishField({ resources, chosen, onChoose, offersAny = true }: ResourceWishFieldProps) {
  return (
    <div className="mb-4">
      <Field label="Zu wem möchten Sie?">
        <SelectInput value={chosen ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
          {offersAny && <option value="">Egal, wer</option>}
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
