import type { ClientResponse } from 'hono/client'

/** A path of the typed client that has a GET. */
export type Endpoint<Input, R extends ClientResponse<unknown>> = {
  $get: (input: Input, options: { init: { signal: AbortSignal } }) => Promise<R>
  // biome-ignore lint/suspicious/noExplicitAny: the client's own type accepts less than `$get`
  $path: (input: any) => string
}

/**
 * Returns the key of a query from the URL that it reads: `/outbox/emails?limit=100` gives `outbox`,
 * `emails`, `limit=100`. Invalidating a path therefore invalidates all paths below it too.
 */
export function keyOf(api: string, path: string): readonly string[] {
  return [api, ...path.split(/[/?]/).filter((part) => part !== '')]
}
