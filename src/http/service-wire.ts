import type { OfferedService } from '../schedule/services.ts'
import type { Service } from '../shared/service.ts'

/** A service by its wire names, with euros instead of cents. */
export function publicService(service: OfferedService): Service {
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
  }
}

/** The inverse of publicService. */
export function serviceRow(service: Service): OfferedService {
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    durationMin: service.duration_min,
    stepMin: service.step,
    paddingBeforeMin: service.paddingBefore,
    paddingAfterMin: service.paddingAfter,
    resourceId: service.resource_id,
    priceCents: Math.round(service.price * 100),
    active: service.active,
    displayDurationMin: service.display_duration_min ?? null,
    firstVisit: service.first_visit,
    displayOrder: service.display_order ?? null,
  }
}
