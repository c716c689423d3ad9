import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { Portal } from './portal.ts'

/** Works at the practice's desk. */
export const ASSISTANT = { name: 'Gerda Testner', email: 'gerda@ordination.example' } as const

/** May sign in, once she has a password. */
export function isAdmin(portal: Portal): void {
  const { name, email } = ASSISTANT
  const now = Date.now()
  portal.rows(
    `insert into admins (email, name, password_hash, created_at, updated_at) values (?, ?, '', ?, ?)
     on conflict do nothing returning id`,
    ...[email, name, now, now],
  )
}

/** Past the login page, which has a walk of its own: the session stands in the database and in the browser. */
export async function signsIn(page: Page, portal: Portal): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  isAdmin(portal)
  portal.rows(
    `insert into sessions (token, admin_id, device, created_at, seen_at)
     select ?, id, 'Testbrowser', ?, ? from admins where email = ? returning id`,
    ...[createHash('sha256').update(token).digest('base64url'), now, now, ASSISTANT.email],
  )
  const expiresAt = new Date(now + 60 * 60_000).toISOString()
  const session = JSON.stringify({ token, user: ASSISTANT, expiresAt, ttlMinutes: 60 })
  // Of the same origin, but no page that reads or writes sessions by itself meanwhile.
  await page.goto('/api/health')
  await page.evaluate((text) => localStorage.setItem('ordi_admin_session', text), session)
}
