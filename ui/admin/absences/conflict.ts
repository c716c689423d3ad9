import type { InferResponseType } from 'hono/client'
import type { admin } from '../../api/admin.ts'

/** An appointment within the time of an absence. */
export type Conflict = InferResponseType<typeof admin.absences.check.$post>['conflicts'][number]
