import type { NamedResource } from '../../src/shared/resource.ts'
import { Field, SelectInput } from '../components/field.tsx'

type ResourceWishFieldProps = {
  resources: readonly NamedResource[]
  /** The id of the wished doctor or room; undefined means any. */
  chosenId: string | undefined
  onChoose: (id: string | undefined) => void
  /**
   * Whether "Egal, wer" can be chosen. A patient who has an appointment cannot, because it is already with
   * somebody.
   */
  offersAny?: boolean | undefined
}

/** Asks for the wished doctor or room. */
export function ResourceWishField({
  resources,
  chosenId,
  onChoose,
  offersAny = true,
}: ResourceWishFieldProps) {
  return (
    <div className="mb-4">
      <Field label="Zu wem möchten Sie?">
        <SelectInput value={chosenId ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
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
