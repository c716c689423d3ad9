import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import { PASSWORD_HASH } from '../../src/testing/admins.ts'
import type { Portal } from './portal.ts'

/** Works at the practice's desk. */
export const ASSISTANT = { name: 'Gerda Testner', email: 'gerda@ordination.example' } as const

/** The assistant may sign in with PASSWORD. */
export function mayEnter(portal: Portal): void {
  const { name, email } = ASSISTANT
  const now = Date.now()
  portal.rows(
    `insert into admins (email, name, password_hash, created_at, updated_at) values (?, ?, ?, ?, ?)
     on conflict do nothing returning id`,
    ...[email, name, PASSWORD_HASH, now, now],
  )
}

/** A session of the assistant on the server; the answer is its token. */
export function opensSession(portal: Portal): string {
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  mayEnter(portal)
  portal.rows(
    `insert into sessions (token, admin_id, device, created_at, seen_at)
     select ?, id, 'Testbrowser', ?, ? from admins where email = ? returning id`,
    ...[createHash('sha256').update(token).digest('base64url'), now, now, ASSISTANT.email],
  )
  return token
}

/** Past the login page, which has a walk of its own: the session stands in the database and in the browser. */
export async function signsIn(page: Page, portal: Portal): Promise<void> {
  const token = opensSession(portal)
  const expiresAt = new Date(Date.now() + 60 * 60_000).toISOString()
  const session = JSON.stringify({ token, user: ASSISTANT, expiresAt, ttlMinutes: 60 })
  // Of the same origin, but no page that reads or writes sessions by itself meanwhile.
  await page.goto('/api/health')
  await page.evaluate((text) => localStorage.setItem('ordi_admin_session', text), session)
}
