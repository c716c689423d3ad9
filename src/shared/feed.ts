import * as v from 'valibot'
import { requiredLineSchema } from './line.ts'
import { resourceOrAllSchema } from './resource.ts'

/** A new calendar feed: the body of POST /api/admin/feeds, and its form. */
export const feedSchema = v.strictObject({
  title: requiredLineSchema('Bitte einen Titel angeben.', 80),
  initials_only: v.boolean(),
  /** The resource whose appointments the feed shows; null or undefined shows those of all. */
  resource_id: v.optional(resourceOrAllSchema),
})
