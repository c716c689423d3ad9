import { bodySchemas } from '../../http/input.ts'
import { aContact } from '../factory.ts'
import type { TestApp } from '../test-app.ts'
import type { FuzzedRoute } from './calls.ts'
import { PLAUSIBLE } from './values.ts'

/** Fields that a route checks later than its first schema, which therefore does not list them. */
const READ_LATER: Readonly<Record<string, readonly string[]>> = {
  'PUT /api/admin/bookings/:id/contact': Object.keys(aContact()),
  'POST /api/admin/people/accept': ['name', 'password'],
}

/** The names of query parameters. Every GET is called with some of them, whether it reads them or not. */
const QUERY_PARAMETERS = [
  ...['from', 'to', 'date', 'start', 'when', 'year', 'service', 'service_id', 'resource', 'summary', 'fresh'],
  ...['id', 'booking_id', 'move', 'email', 'token', 'nonce', 'q', 'search', 'names', 'actor', 'kind'],
  ...['status', 'open', 'channel', 'limit', 'before'],
]

/** Lists every route of the router, with the fields of its body or its query. */
export function fuzzedRoutes(app: TestApp): FuzzedRoute[] {
  const routes = new Map<string, FuzzedRoute>()
  for (const { method, path, handler } of app.http.routes) {
    if (method === 'ALL' || !path.startsWith('/api/')) continue
    const name = `${method} ${path}`
    const schema = bodySchemas.get(handler)
    // A route can have several handlers, of which only one may read the body.
    const knownFields = routes.get(name)?.fields ?? READ_LATER[name] ?? []
    const addedFields = namesIn(typeof schema === 'function' ? schema(app.ctx(), {}) : schema)
    routes.set(name, {
      method,
      path,
      fields: method === 'GET' ? QUERY_PARAMETERS : [...new Set([...knownFields, ...addedFields])],
    })
  }
  return [...routes.values()]
}

/** The parts of the different schemas of valibot, and of a lazy one, that lead to field names. */
type Schema = Readonly<{
  entries?: object
  pipe?: readonly unknown[]
  options?: readonly unknown[]
  wrapped?: unknown
  getter?: (sent: unknown) => unknown
}>

/** Returns the field names of an object schema; for a union, those of all alternatives. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { entries, pipe = [], options = [], wrapped, getter } = schema as Schema
  if (entries !== undefined) return Object.keys(entries)
  // A lazy schema depends on what is sent.
  const chosen = getter === undefined ? [] : [{}, PLAUSIBLE].map((sent) => getter(sent))
  return [...pipe.slice(0, 1), ...options, ...chosen, wrapped].flatMap(namesIn)
}
