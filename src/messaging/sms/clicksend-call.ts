import { z } from 'zod'
import type { callProvider } from './provider-call.ts'

/** The object around each answer. `http_code` repeats the HTTP status. */
export const envelopeSchema = z.object({
  http_code: z.number(),
  response_code: z.string(),
  data: z.unknown(),
})

/** Makes a call with the login of the account. `path` begins after the version of the interface. */
export type ClicksendRequest = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options: Readonly<{ timeoutMs: number; body?: unknown }>,
) => ReturnType<typeof callProvider>
