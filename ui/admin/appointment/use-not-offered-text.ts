import { useResourceChoice } from '../resources/resource-choice.ts'
import { useServices } from '../services/use-services.ts'

/**
 * Returns a sentence if the pressed free time belongs to a doctor or room that does not offer the chosen
 * service, because the appointment then goes to another one.
 * @param service the id of the chosen service
 * @param pressedResource the id of the doctor or room whose time was pressed; '' for none
 */
export function useNotOfferedText(service: string, pressedResource: string): string | undefined {
  const { services } = useServices()
  const { nameOf } = useResourceChoice()
  const offeredBy = services?.find(({ id }) => id === service)?.resource_ids
  const name = pressedResource === '' ? undefined : nameOf(pressedResource)
  if (offeredBy === undefined || name === undefined || offeredBy.includes(pressedResource)) return undefined
  const notOffered = `${name} bietet das nicht an.`
  const [firstName, ...otherNames] = offeredBy.flatMap((id) => nameOf(id) ?? [])
  if (firstName === undefined) return notOffered
  if (otherNames.length > 0) return `${notOffered} Bitte unten wählen, bei wem.`
  return `${notOffered} Der Termin kommt zu ${firstName}.`
}
