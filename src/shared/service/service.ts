import { price as formatPrice } from '../format.ts'
import type { Question } from './questions.ts'

export type Visit = 'first' | 'return'

/** A service by its wire names, with minutes and euros. Source: docs/behaviour.md 2.1. */
export type Service = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly duration_min: number
  readonly step: number
  readonly paddingBefore: number
  readonly paddingAfter: number
  readonly resource_id: string
  readonly price: number
  readonly active: boolean
  /** Shown instead of the real duration; never used for slots. */
  readonly display_duration_min?: number | null
  readonly first_visit: boolean
  readonly display_order?: number | null
  /** `HINT_HEADING`; may be empty. */
  readonly hint: string
  /** Asked after the contact data. */
  readonly questions: readonly Question[]
}

/** Over a service's hint, on pages and in e-mails. */
export const HINT_HEADING = 'Mitbringen und Vorbereitung'

/** What a service has unless an admin chooses otherwise. Source: docs/behaviour.md 2.2. */
export const SERVICE_DEFAULTS = {
  description: '',
  duration_min: 30,
  step: 15,
  paddingBefore: 0,
  paddingAfter: 0,
  resource_id: 'doctor-1',
  price: 0,
  active: true,
  first_visit: false,
  display_duration_min: null,
  display_order: null,
  hint: '',
  questions: [],
} as const satisfies Partial<Service>

/**
 * What services with these usual ids show while no display duration is set; 0 shows none. The product promises these defaults
 * for them. Source: docs/behaviour.md 2.7.
 */
const DEFAULT_DISPLAY_DURATIONS: ReadonlyMap<string, number> = new Map([
  ['erstordination', 0],
  ['folgebehandlung', 0],
  ['akupunktur', 0],
  ['facial', 90],
])

/** Source: docs/behaviour.md 2.5. */
export function isFirstVisit(value: unknown): boolean {
  return value === true || value === 1 || value === 'true' || value === 'yes' || value === '1'
}

/** The services offered for a visit, by display_order (those without one last), then by name. */
export function servicesFor<
  S extends Pick<Service, 'name' | 'display_order'> & { readonly first_visit?: unknown },
>(visit: Visit, services: readonly S[]): S[] {
  const order = (service: S) => service.display_order ?? Number.POSITIVE_INFINITY
  return services
    .filter((service) => isFirstVisit(service.first_visit) === (visit === 'first'))
    .sort((a, b) => (order(a) === order(b) ? a.name.localeCompare(b.name, 'de-AT') : order(a) - order(b)))
}

/** `€ 180`, or "Preis auf Anfrage" when the price in euros is not a positive number. */
export function priceText(price: unknown): string {
  return typeof price === 'number' && Number.isFinite(price) && price > 0
    ? formatPrice(price)
    : 'Preis auf Anfrage'
}

/** `ca. 45 Min`, or '' when there is no positive duration to show. */
export function durationText(service: Pick<Service, 'id' | 'duration_min' | 'display_duration_min'>): string {
  const shown =
    service.display_duration_min ?? DEFAULT_DISPLAY_DURATIONS.get(service.id) ?? service.duration_min
  return shown > 0 ? `ca. ${shown} Min` : ''
}
