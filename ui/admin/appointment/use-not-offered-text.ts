import { useResourceChoice } from '../resources/resource-choice.ts'
import { useServices } from '../services/use-services.ts'

type ChosenIds = {
  /** The id of the chosen service. */
  serviceId: string
  /** The id of the doctor or room whose time was pressed; '' for none. */
  pressedResourceId: string
}

/**
 * Returns a sentence if the pressed free time belongs to a doctor or room that does not offer the chosen
 * service, because the appointment then goes to another one.
 */
export function useNotOfferedText({ serviceId, pressedResourceId }: ChosenIds): string | undefined {
  const { services } = useServices()
  const { nameOf } = useResourceChoice()
  const offeredBy = services?.find(({ id }) => id === serviceId)?.resource_ids
  const name = pressedResourceId === '' ? undefined : nameOf(pressedResourceId)
  if (offeredBy === undefined || name === undefined || offeredBy.includes(pressedResourceId)) return undefined
  const notOffered = `${name} bietet das nicht an.`
  const [firstName, ...otherNames] = offeredBy.flatMap((id) => nameOf(id) ?? [])
  if (firstName === undefined) return notOffered
  if (otherNames.length > 0) return `${notOffered} Bitte unten wählen, bei wem.`
  return `${notOffered} Der Termin kommt zu ${firstName}.`
}
