import { money } from '../../../src/shared/format.ts'
import { priceText, type Service } from '../../../src/shared/service.ts'

/** A service as the list tells it, with the name of this state of it. */
export type ListedService = Service & { readonly version: string }

/** The fields by their wire names, in the words of the rule's sentences. */
export const SERVICE_LABELS: Readonly<Record<keyof Service, string>> = {
  id: 'ID',
  name: 'Name',
  description: 'Beschreibung',
  first_visit: 'Erstbesuch',
  active: 'Aktiv',
  price: 'Preis',
  display_duration_min: 'Anzeigedauer',
  display_order: 'Reihenfolge',
  duration_min: 'Dauer',
  step: 'Step',
  paddingBefore: 'Padding vorher',
  paddingAfter: 'Padding nachher',
  resource_id: 'Ressource',
}

/** What stands in the form: numbers as typed, the kind of visit as a choice of two words. */
export type ServiceEntry = Record<keyof Omit<Service, 'active' | 'first_visit'>, string> & {
  active: boolean
  first_visit: 'true' | 'false'
}

/** Specification section 9, default service values. */
export const NEW_SERVICE: Service = {
  id: '',
  name: '',
  description: '',
  duration_min: 30,
  step: 15,
  paddingBefore: 0,
  paddingAfter: 0,
  resource_id: 'doctor-1',
  price: 0,
  active: true,
  display_duration_min: null,
  first_visit: false,
  display_order: null,
}

export function serviceEntry(service: Service): ServiceEntry {
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    duration_min: typed(service.duration_min),
    step: typed(service.step),
    paddingBefore: typed(service.paddingBefore),
    paddingAfter: typed(service.paddingAfter),
    resource_id: service.resource_id,
    price: typed(service.price),
    active: service.active,
    display_duration_min: typed(service.display_duration_min),
    first_visit: service.first_visit ? 'true' : 'false',
    display_order: typed(service.display_order),
  }
}

/** As patients read it, but to the cent where there are any. */
export function exactPrice(euros: number): string {
  return euros > 0 && !Number.isInteger(euros) ? money(euros) : priceText(euros)
}

function typed(number: number | null | undefined): string {
  return String(number ?? '').replace('.', ',')
}
