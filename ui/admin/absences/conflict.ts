import type { InferResponseType } from 'hono/client'
import type { admin } from '../../api/admin.ts'

/** An appointment within an absence. */
export type Conflict = InferResponseType<typeof admin.absences.check.$post>['conflicts'][number]
