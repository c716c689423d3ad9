import type { TestApp } from './test-app.ts'

/** A route of the router. */
export type Route = { method: string; path: string }

/** Returns every route of the API once, from the router, with `some-id` for each id. */
export function apiRoutes({ http }: TestApp): Route[] {
  const routes = http.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, 'some-id') }))
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()]
}

/** Returns every route that changes something, except webhooks, which accept forms too. */
export function changingRoutes(app: TestApp): Route[] {
  return apiRoutes(app).filter(({ method, path }) => method !== 'GET' && !path.startsWith('/api/webhooks/'))
}

/** Opens a browser with the session that the route needs. */
export function openCaller(app: TestApp, path: string) {
  return path.startsWith('/api/admin/') ? app.admin() : app.browser()
}

/**
 * The calls of the admin area that need no session: the login, the calls of the invitation page, and the
 * decisions, which accept a signed link.
 */
export const OPEN_ROUTES = new Set([
  'POST /api/admin/login',
  'POST /api/admin/login/passkey',
  'POST /api/admin/login/passkey/options',
  'GET /api/admin/people/invitation',
  'POST /api/admin/people/accept',
  'POST /api/admin/confirm',
  'POST /api/admin/approve',
  'POST /api/admin/reject',
])
