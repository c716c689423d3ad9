import { useEffect } from 'react'
import { Field, SelectInput } from '../../components/field.tsx'
import { type ListedResource, useResources } from '../resources/use-resources.ts'
import { useServices } from './use-services.ts'

type Offering = readonly Pick<ListedResource, 'id' | 'name'>[]

/**
 * Returns the active doctors and rooms among whom there is a choice for a service, in the service's order:
 * none where only one offers it, and undefined while they are loading. For a service that has only one, they
 * are not even loaded.
 * @param own the one that an appointment has, which stays a choice although it may offer the service no more
 */
export function useOffering(service: string, own?: string): Offering | undefined {
  const { services } = useServices()
  const offered = services?.find(({ id }) => id === service)?.resource_ids ?? []
  const ids = own === undefined || offered.includes(own) ? offered : [own, ...offered]
  const { data } = useResources({ enabled: ids.length > 1 })
  if (services === undefined) return undefined
  if (ids.length < 2) return []
  if (data === undefined) return undefined
  const offering = ids.flatMap((id) => data.filter((one) => one.id === id && (one.active || id === own)))
  return offering.length < 2 ? [] : offering
}

type ResourceWishFieldProps = {
  /** Among whom the practice chooses (`useOffering`). Without a choice there is no field. */
  offering: Offering | undefined
  /** The id of the chosen one; '' is the choice `any`, and without that nobody is chosen. */
  value: string
  onChoose: (id: string) => void
  /** The first choice, whose value is ''. */
  any?: string
  error?: string | undefined
}

/** Chooses a doctor or a room, or any of them. A choice that is offered no more ends. */
export function ResourceWishField({ offering, value, onChoose, any, error }: ResourceWishFieldProps) {
  const isGone = offering !== undefined && value !== '' && offering.every(({ id }) => id !== value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends only on whether the choice is left
  useEffect(() => {
    if (isGone) onChoose('')
  }, [isGone])
  if (!offering?.length && !error) return null
  return (
    <Field label="Bei wem" error={error}>
      <SelectInput value={value} onChange={({ target }) => onChoose(target.value)}>
        {any !== undefined && <option value="">{any}</option>}
        {offering?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}

/** The choice that leaves it to the portal who has the time. */
export const ANYBODY = 'Egal, wer frei ist'
