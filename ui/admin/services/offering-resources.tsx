import { useEffect } from 'react'
import { Field, SelectInput } from '../../components/field.tsx'
import { type ListedResource, useResources } from '../resources/use-resources.ts'
import { useServices } from './use-services.ts'

/** The label of the choice that lets the portal decide whose time is taken. */
export const ANYBODY_LABEL = 'Egal, wer frei ist'

/** The doctors and rooms to choose from. */
type OfferingResources = readonly Pick<ListedResource, 'id' | 'name'>[]

/**
 * Returns the doctors and rooms to choose from for a service, in the service's order: the active ones that
 * offer it, and the booked one. The list is empty where that is only one, so that there is nothing to choose.
 * It is undefined while it loads, because a chosen one must not be cleared before it is known to be gone.
 * @param bookedId the id of the doctor or room of an appointment, also if it is not active or does not offer
 * the service any more
 */
export function useOfferingResources(serviceId: string, bookedId?: string): OfferingResources | undefined {
  const { services } = useServices()
  const offeringIds = services?.find(({ id }) => id === serviceId)?.resource_ids ?? []
  const isBookedMissing = bookedId !== undefined && !offeringIds.includes(bookedId)
  const ids = isBookedMissing ? [bookedId, ...offeringIds] : offeringIds
  const mayHaveChoice = ids.length > 1
  // Without a choice the names are not needed.
  const { data: resources } = useResources({ enabled: mayHaveChoice })
  if (services === undefined) return undefined
  if (!mayHaveChoice) return []
  if (resources === undefined) return undefined
  const isChoosable = ({ id, active }: ListedResource) => active || id === bookedId
  const choices = ids.flatMap((id) => resources.filter((other) => other.id === id && isChoosable(other)))
  return choices.length > 1 ? choices : []
}

type OfferingResourceFieldProps = {
  /** The choices (`useOfferingResources`). Without any there is no field. */
  offering: OfferingResources | undefined
  /** The id of the chosen doctor or room; '' stands for any of them, or for no choice yet. */
  value: string
  onChoose: (id: string) => void
  /** The label of the first choice, whose value is ''. Without it a doctor or room must be chosen. */
  anyLabel?: string
  error?: string | undefined
}

/** Chooses a doctor or room, or any. The choice is cleared if the chosen one does not offer the service. */
export function OfferingResourceField({
  offering,
  value,
  onChoose,
  anyLabel,
  error,
}: OfferingResourceFieldProps) {
  const isGone = offering !== undefined && value !== '' && offering.every(({ id }) => id !== value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onChoose` only calls setters, so any will do
  useEffect(() => {
    if (isGone) onChoose('')
  }, [isGone])
  if (!offering?.length && !error) return null
  return (
    <Field label="Bei wem" error={error}>
      <SelectInput value={value} onChange={({ target }) => onChoose(target.value)}>
        {anyLabel !== undefined && <option value="">{anyLabel}</option>}
        {offering?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}
