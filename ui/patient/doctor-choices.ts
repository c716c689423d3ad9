import type { NamedResource } from '../../src/shared/resource.ts'
import type { Booking } from '../api/appointment.ts'
import type { Service } from '../api/public.ts'

/**
 * Returns the doctors of the appointment's service, with the doctor of the appointment first. The list is
 * empty where there is no choice, and undefined where the services could not be loaded.
 */
export function doctorChoices(
  { resource: booked, service_id }: Pick<Booking, 'resource' | 'service_id'>,
  services: readonly Service[] | undefined,
): readonly NamedResource[] | undefined {
  if (booked === undefined) return []
  if (services === undefined) return undefined
  const doctors = services.find(({ id }) => id === service_id)?.resources ?? []
  if (doctors.length === 0) return []
  return [booked, ...doctors.filter(({ id }) => id !== booked.id)]
}

/** Returns `Neu, bei Dr. B`; without a doctor the text alone. */
export function textWithDoctor(text: string, doctor: NamedResource | undefined): string {
  return doctor === undefined ? text : `${text}, bei ${doctor.name}`
}
