import { useEffect } from 'react'
import { Field, SelectInput } from '../../components/field.tsx'
import { type ListedResource, useResources } from '../resources/use-resources.ts'
import { useServices } from './use-services.ts'

/** The choice that lets the portal decide whose time is taken. */
export const ANYBODY = 'Egal, wer frei ist'

/** The doctors and rooms to choose from. */
type OfferingResources = readonly Pick<ListedResource, 'id' | 'name'>[]

/**
 * Returns the doctors and rooms to choose from for a service, in the service's order: the active ones that
 * offer it, and the booked one. The list is empty where that is only one, and undefined while it loads.
 * @param bookedId the id of the doctor or room of an appointment, also if it is not active or does not offer
 * the service any more
 */
export function useOfferingResources(service: string, bookedId?: string): OfferingResources | undefined {
  const { services } = useServices()
  const offered = services?.find(({ id }) => id === service)?.resource_ids ?? []
  const ids = bookedId === undefined || offered.includes(bookedId) ? offered : [bookedId, ...offered]
  // Without a choice the names are not needed.
  const { data: resources } = useResources({ enabled: ids.length > 1 })
  if (services === undefined) return undefined
  if (ids.length < 2) return []
  if (resources === undefined) return undefined
  const choosable = resources.filter(({ id, active }) => active || id === bookedId)
  const offering = ids.flatMap((id) => choosable.filter((resource) => resource.id === id))
  return offering.length < 2 ? [] : offering
}

type ResourceWishFieldProps = {
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
export function ResourceWishField({ offering, value, onChoose, anyLabel, error }: ResourceWishFieldProps) {
  const isGone = offering !== undefined && value !== '' && offering.every(({ id }) => id !== value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends only on whether the choice is left
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
