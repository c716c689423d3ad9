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

/** Returns the services for a visit, ordered by display_order (those without one last), then by name. */
export function servicesFor<
  S extends Pick<Service, 'name' | 'display_order'> & { readonly first_visit?: unknown },
>(visit: Visit, services: readonly S[]): S[] {
  const order = (service: S) => service.display_order ?? Number.POSITIVE_INFINITY
  return services
    .filter((service) => standsForYes(service.first_visit) === (visit === 'first'))
    .sort((a, b) => (order(a) === order(b) ? a.name.localeCompare(b.name, 'de-AT') : order(a) - order(b)))
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
