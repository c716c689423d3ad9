import { queryOptions } from '@tanstack/react-query'
import type { ClientResponse } from 'hono/client'
import { request } from './http.ts'
import { type Endpoint, keyOf } from './query-key.ts'

/**
 * Returns the options of a query of a patient's page. Its key is `public` and the parts of the URL
 * (`query-key.ts`). The first screen does without TanStack Query, to load less code.
 */
export function publicQuery<Input, R extends ClientResponse<unknown>>(
  endpoint: Endpoint<Input, R>,
  input: Input,
) {
  return queryOptions({
    queryKey: keyOf('public', endpoint.$path(input)),
    queryFn: ({ signal }) => request(endpoint.$get(input, { init: { signal } })),
  })
}
