import type { NamedResource } from '../../src/shared/resource.ts'
import { Field, SelectInput } from '../components/field.tsx'

type ResourceWishFieldProps = {
  resources: readonly NamedResource[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /**
   * Whether "Egal, wer" can be chosen. It cannot for a patient who has an appointment, because that is with
   * somebody already.
   */
  offersAny?: boolean | undefined
}

/** Asks for the doctor or the room that the patient wishes for. Undefined stands for any. */
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
