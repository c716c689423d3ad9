import type { ClientResponse } from 'hono/client'

/** A path of the typed client that can be read. */
export type Endpoint<Input, R extends ClientResponse<unknown>> = {
  $get: (input: Input, options: { init: { signal: AbortSignal } }) => Promise<R>
  // biome-ignore lint/suspicious/noExplicitAny: the client's own type accepts less than `$get`, and ignores the rest
  $path: (input: any) => string
}

/**
 * The key of a query by the address that it reads: `/outbox/emails?limit=100` is `outbox`, `emails`, `limit=100`. So a path
 * invalidates what lies below it, too.
 */
export function keyOf(api: string, path: string): readonly string[] {
  return [api, ...path.split(/[/?]/).filter((part) => part !== '')]
}
