import type { Page } from 'playwright/test'
import { MINUTE } from '../../src/shared/day.ts'
import { anAdmin, PASSWORD } from '../../src/testing/admins.ts'
import { ADMIN, expect, test } from './fixtures/admin.ts'
import { field } from './fixtures/page.ts'
import { signInDialog } from './fixtures/sign-in.ts'

test('a session that has expired while the page was closed leads to the login', async ({ page, session }) => {
  await page.addInitScript((ended) => localStorage.setItem('ordi_admin_session', JSON.stringify(ended)), {
    ...session,
    expiresAt: new Date(Date.now() - MINUTE).toISOString(),
  })
  await page.goto('/admin/outbox')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByText('Ihre Sitzung ist abgelaufen oder wurde beendet.')).toBeVisible()
  await expect(field(page, 'E-Mail')).toHaveValue(ADMIN.email)
})

test('before a session expires the page says so, and then asks for a sign-in', async ({ page, session }) => {
  await typeFeedTitle(page)
  await endSessionIn(page, session, 6_000, true)
  const warning = page.getByRole('dialog', { name: 'Bitte bald neu anmelden' })
  await expect(warning).toContainText('Was Sie eingetragen haben, bleibt.')
  await warning.getByRole('button', { name: 'Später' }).click()
  await expect(warning).toBeHidden()
  await expect(signInDialog(page)).toContainText('Ihre Sitzung ist abgelaufen oder wurde beendet.')
  expect(await page.evaluate(() => localStorage.getItem('ordi_admin_session'))).toBeNull()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field(page, 'Passwort')).toBeFocused()
  await expect(field(page, 'Titel')).toHaveValue('Handy der Ordination')
  await signInDialog(page).getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.getByRole('link', { name: 'Zurück zur Buchungsseite' }).click()
  await expect(page.getByRole('heading', { name: 'Ist das Ihr erster Besuch bei uns?' })).toBeVisible()
})

test('who has asked nothing for long can stay signed in', async ({ page, session }) => {
  let doesExtensionFail = true
  await page.route('**/api/admin/session', (route) =>
    doesExtensionFail ? route.fulfill({ status: 503, json: { error: 'unavailable' } }) : route.continue(),
  )
  await typeFeedTitle(page)
  await endSessionIn(page, session, 1.5 * MINUTE)
  const warning = page.getByRole('dialog', { name: 'Noch angemeldet bleiben?' })
  await expect(warning).toContainText(/in 1:[12]\d Minuten/)
  const ink = await warning.getByRole('heading').evaluate((heading) => getComputedStyle(heading).color)
  await expect(warning.getByText('Ihre Sitzung endet')).toHaveCSS('color', ink)
  await warning.getByRole('button', { name: 'Angemeldet bleiben' }).click()
  await expect(warning.getByRole('alert')).toBeVisible()
  doesExtensionFail = false
  await warning.getByRole('button', { name: 'Angemeldet bleiben' }).click()
  await expect(warning).toBeHidden()
  await expect(field(page, 'Titel')).toHaveValue('Handy der Ordination')
})

test('a session that the server no longer knows ends over the page, which goes on after the sign-in', async ({
  page,
  portal,
}) => {
  // A call right after the first `page.route` of an open page could pass by it, so both come first.
  let [doesFeedFail, doesLoginFail] = [true, true]
  await page.route('**/api/admin/feeds', (route) =>
    doesFeedFail && route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await page.route('**/api/admin/login', (route) =>
    doesLoginFail ? route.fulfill({ status: 503, body: 'restarting' }) : route.continue(),
  )
  await typeFeedTitle(page)
  const other = await page.context().newPage()
  await other.goto('/admin/outbox')
  await expect(other.getByText('Keine E-Mail-Einträge vorhanden.')).toBeVisible()
  await page.getByRole('button', { name: 'Abo anlegen' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '503' })).toBeVisible()
  await expect(field(page, 'Titel')).toHaveValue('Handy der Ordination')
  doesFeedFail = false
  portal.change('delete from sessions')
  await page.getByRole('button', { name: 'Abo anlegen' }).click()
  await expect(signInDialog(page)).toContainText('Was Sie eingetragen haben, bleibt.')
  await expect(signInDialog(other)).toBeVisible()
  await expect(field(page, 'E-Mail')).toHaveValue(ADMIN.email)
  await expect(field(page, 'Passwort')).toBeFocused()
  await page.keyboard.type(ADMIN.password)

  await page.keyboard.press('Enter')
  await expect(signInDialog(page).getByRole('alert')).not.toBeEmpty()
  await expect(field(page, 'Passwort')).toHaveValue(ADMIN.password)
  doesLoginFail = false
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()

  await expect(signInDialog(page)).toBeHidden()
  await expect.poll(() => portal.rows('select title from feeds')).toEqual([{ title: 'Handy der Ordination' }])
  await expect(signInDialog(other)).toBeHidden()
  await expect(other).toHaveURL(/\/admin\/outbox$/)
})

test('who signs in after somebody else sees the start page and nothing of theirs', async ({
  page,
  portal,
}) => {
  anAdmin(portal, { email: 'resi@ordination.example', name: 'Resi Helferin', role: 'assistant' })
  await typeFeedTitle(page)
  portal.change('delete from sessions')
  await page.getByRole('button', { name: 'Abo anlegen' }).click()
  await field(page, 'E-Mail').fill('resi@ordination.example')
  await expect(signInDialog(page)).toContainText(`Das ist nicht ${ADMIN.name}.`)
  await field(page, 'Passwort').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByText('Resi Helferin')).toBeVisible()
  await page.getByRole('link', { name: 'Kalender-Abo' }).click()
  await expect(field(page, 'Titel')).toHaveValue('')
  expect(portal.rows('select title from feeds')).toEqual([])
})

test('signing out ends the session on the server and in the other tab', async ({ page, portal, session }) => {
  await page.goto('/admin/account')
  await expect(page.getByText('dieses Gerät')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/admin/outbox')
  await expect(other.getByRole('heading', { level: 1, name: 'Outbox Monitor' })).toBeVisible()
  const headers = { Authorization: `Bearer ${session.token}` }
  const status = async () => (await page.request.get('/api/admin/session', { headers })).status()
  expect(await status()).toBe(200)

  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(other).toHaveURL(/\/admin\/login$/)
  await expect.poll(status).toBe(401)
  expect(portal.rows('select * from sessions')).toEqual([])
})

/** Fills the form that a page with a new, unsaved feed has. */
async function typeFeedTitle(page: Page): Promise<void> {
  await page.goto('/admin/feeds')
  await field(page, 'Titel').fill('Handy der Ordination')
  // An answer that comes later would move the end of the session that a test sets.
  await page.waitForLoadState('networkidle')
}

/** Tells the page that its session has so many milliseconds left, as another tab would. */
async function endSessionIn(page: Page, session: object, left: number, isLongest = false): Promise<void> {
  const expiresAt = new Date(Date.now() + left).toISOString()
  await page.evaluate(
    (ending) => {
      localStorage.setItem('ordi_admin_session', JSON.stringify(ending))
      dispatchEvent(new StorageEvent('storage', { key: 'ordi_admin_session' }))
    },
    { ...session, expiresAt, ...(isLongest && { lastsUntil: expiresAt }) },
  )
}
