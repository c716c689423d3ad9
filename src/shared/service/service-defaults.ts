import type { Service } from './service.ts'

/** The fields of a service until an admin changes them (docs/behaviour.md 2.2). */
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
