import type { Service } from '../shared/service/service.ts'
import { SERVICE_DEFAULTS } from '../shared/service/service-defaults.ts'
import type { ServiceRow } from './services.ts'

/** This module converts services between the names of their columns and those of the API. */

/** Returns a service by its wire names, with the price in euros. */
export function publicService(service: ServiceRow): Service {
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    duration_min: service.durationMin,
    step: service.stepMin,
    paddingBefore: service.paddingBeforeMin,
    paddingAfter: service.paddingAfterMin,
    resource_id: service.resourceId,
    price: service.priceCents / 100,
    active: service.active,
    display_duration_min: service.displayDurationMin,
    first_visit: service.firstVisit,
    display_order: service.displayOrder,
    hint: service.hint,
    questions: service.questions,
  }
}

/** A service as callers send it, who may not know of all that Ordi stores with it. */
type SentService = Omit<Service, 'hint' | 'questions'> &
  Partial<Pick<Service, 'hint' | 'questions'>> &
  Readonly<{ resource_ids?: readonly string[] | undefined }>

/**
 * Converts a service from its wire names, the inverse of `publicService`. The first of `resource_ids` takes
 * precedence over `resource_id`.
 * @param stored the present row, whose hint, questions and further resources stay when they are not sent
 */
export function serviceRow(service: SentService, stored?: ServiceRow): ServiceRow {
  const [resourceId = service.resource_id, ...sentIds] = service.resource_ids ?? []
  const furtherIds = service.resource_ids === undefined ? (stored?.otherResourceIds ?? []) : sentIds
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    durationMin: service.duration_min,
    stepMin: service.step,
    paddingBeforeMin: service.paddingBefore,
    paddingAfterMin: service.paddingAfter,
    resourceId,
    otherResourceIds: furtherIds.filter((id) => id !== resourceId),
    priceCents: Math.round(service.price * 100),
    active: service.active,
    displayDurationMin: service.display_duration_min ?? null,
    firstVisit: service.first_visit,
    displayOrder: service.display_order ?? null,
    hint: service.hint ?? stored?.hint ?? SERVICE_DEFAULTS.hint,
    questions: service.questions ?? stored?.questions ?? SERVICE_DEFAULTS.questions,
  }
}
