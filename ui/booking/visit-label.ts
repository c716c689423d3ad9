import type { Visit } from '../../src/shared/service.ts'

/** Specification section 2. */
export const VISIT_LABELS: Record<Visit, string> = { first: 'Erstbesuch', return: 'Folgebesuch' }
