/**
 * The calls of the admin area that need no session: the login, those of an invitation's page, and the
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
