import type { Page } from 'playwright/test'
import { MINUTE } from '../../src/shared/day.ts'
import { expect, test } from './fixtures/admin.ts'
import { fieldLabelled } from './fixtures/fields.ts'
import { FEED_TITLE, signInDialog, typeFeedTitle } from './fixtures/sign-in.ts'

/**
 * Tells the page when its session ends, as another tab would. A session that has lasted as long as any
 * session may cannot be extended.
 */
async function setSessionEnd(
  page: Page,
  session: object,
  { inMs, canBeExtended }: Readonly<{ inMs: number; canBeExtended: boolean }>,
): Promise<void> {
  const expiresAt = new Date(Date.now() + inMs).toISOString()
  const endingSession = { ...session, expiresAt, ...(!canBeExtended && { lastsUntil: expiresAt }) }
  await page.evaluate((stored) => {
    localStorage.setItem('ordi_admin_session', JSON.stringify(stored))
    dispatchEvent(new StorageEvent('storage', { key: 'ordi_admin_session' }))
  }, endingSession)
}

test('before a session expires the page says so, and then asks for a sign-in', async ({ page, session }) => {
  await typeFeedTitle(page)
  await setSessionEnd(page, session, { inMs: 6_000, canBeExtended: false })
  const warning = page.getByRole('dialog', { name: 'Bitte bald neu anmelden' })
  await expect(warning).toContainText('Was Sie eingetragen haben, bleibt.')
  await warning.getByRole('button', { name: 'Später' }).click()
  await expect(warning).toBeHidden()
  await expect(signInDialog(page)).toContainText('Ihre Sitzung ist abgelaufen oder wurde beendet.')
  expect(await page.evaluate(() => localStorage.getItem('ordi_admin_session'))).toBeNull()
  // The dialog cannot be closed: it offers only signing in and signing out.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(fieldLabelled(page, 'Passwort')).toBeFocused()
  await expect(fieldLabelled(page, 'Titel')).toHaveValue(FEED_TITLE)
  await signInDialog(page).getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.getByRole('link', { name: 'Zurück zur Buchungsseite' }).click()
  await expect(page.getByRole('heading', { name: 'Ist das Ihr erster Besuch bei uns?' })).toBeVisible()
})

test('a user who has been idle for long can stay signed in', async ({ page, session }) => {
  let doesExtensionFail = true
  await page.route('**/api/admin/session', (route) =>
    doesExtensionFail ? route.fulfill({ status: 503, json: { error: 'unavailable' } }) : route.continue(),
  )
  await typeFeedTitle(page)
  await setSessionEnd(page, session, { inMs: 1.5 * MINUTE, canBeExtended: true })
  const warning = page.getByRole('dialog', { name: 'Noch angemeldet bleiben?' })
  await expect(warning).toContainText(/in 1:[12]\d Minuten/)
  const inkOfHeading = await warning
    .getByRole('heading')
    .evaluate((heading) => getComputedStyle(heading).color)
  await expect(warning.getByText('Ihre Sitzung endet')).toHaveCSS('color', inkOfHeading)
  await warning.getByRole('button', { name: 'Angemeldet bleiben' }).click()
  await expect(warning.getByRole('alert')).toBeVisible()
  doesExtensionFail = false
  await warning.getByRole('button', { name: 'Angemeldet bleiben' }).click()
  await expect(warning).toBeHidden()
  await expect(fieldLabelled(page, 'Titel')).toHaveValue(FEED_TITLE)
})
