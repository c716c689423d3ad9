import { formatPrice } from '../price.ts'
import type { Question } from './questions.ts'

/** The first question of the wizard: a first visit to the practice, or a later one. */
export type Visit = 'first' | 'return'

/**
 * A service with durations in minutes and its price in euros. The API and stored data have these names, some
 * with underscores and some without (docs/behaviour.md 2.1).
 */
export type Service = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly duration_min: number
  /** Minutes from one possible start to the next; 0 stands for the duration. */
  readonly step: number
  readonly paddingBefore: number
  readonly paddingAfter: number
  readonly resource_id: string
  readonly price: number
  readonly active: boolean
  /** Minutes that patients see instead of the real duration. Free times never depend on it. */
  readonly display_duration_min?: number | null
  readonly first_visit: boolean
  readonly display_order?: number | null
  /** The text under `HINT_HEADING`; '' for none. */
  readonly hint: string
  /** Patients answer these after the contact data. */
  readonly questions: readonly Question[]
}

/** The heading of a service's hint, on pages and in e-mails. */
export const HINT_HEADING = 'Mitbringen und Vorbereitung'

/**
 * Returns whether the value stands for yes. Stored and imported services have several forms of it
 * (docs/behaviour.md 2.5).
 */
export function standsForYes(value: unknown): boolean {
  return value === true || value === 1 || value === 'true' || value === 'yes' || value === '1'
}

type Listed = Pick<Service, 'name' | 'display_order'>

/** Compares services by display_order (those without one come last), then by name. */
export function compareServices(a: Listed, b: Listed): number {
  const order = (service: Listed) => service.display_order ?? Number.POSITIVE_INFINITY
  return order(a) === order(b) ? a.name.localeCompare(b.name, 'de-AT') : order(a) - order(b)
}

/** Returns the services for a visit, in the order of `compareServices`. */
export function servicesFor<S extends Listed & { readonly first_visit?: unknown }>(
  visit: Visit,
  services: readonly S[],
): S[] {
  return services
    .filter((service) => standsForYes(service.first_visit) === (visit === 'first'))
    .sort(compareServices)
}

/**
 * Formats a price in euros, `€ 180`, or returns "Preis auf Anfrage" if it is not a positive number. It also
 * formats values of the audit, which may be anything.
 */
export function priceText(price: unknown): string {
  return typeof price === 'number' && Number.isFinite(price) && price > 0
    ? formatPrice(price)
    : 'Preis auf Anfrage'
}
