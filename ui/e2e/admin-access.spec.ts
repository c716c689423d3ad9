import { PASSWORD } from '../../src/testing/admins.ts'
import { ASSISTANT, mayEnter, signsIn } from './assistant.ts'
import { press, tabTo } from './keys.ts'
import { expect, test } from './portal.ts'

const MINUTE = 60_000

test('guessing is stopped, and it is said for how long', async ({ page, portal }) => {
  mayEnter(portal)
  await page.goto(`/admin/login?email=${ASSISTANT.email}`)
  const answer = page.getByRole('alert')
  for (let failure = 1; failure <= 5; failure++) {
    await page.getByLabel('Passwort', { exact: true }).fill(`falsch ${failure}`)
    const answered = page.waitForResponse('**/api/admin/login')
    await page.keyboard.press('Enter')
    await answered
    await expect(answer).toHaveText('Login fehlgeschlagen.')
  }
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(answer).toContainText('Zu viele Anfragen.')
  await expect(answer).toContainText(/In 1[45] Minuten geht es wieder\./)
  await expect(page).toHaveURL(/\/admin\/login/)
})

test('a session that runs out leads to the login, which says so', async ({ page, portal }) => {
  await signsIn(page, portal)
  const left = 4_000
  // Twelve hours are the longest, whatever is done meanwhile.
  portal.rows('update sessions set created_at = ? returning id', Date.now() - 12 * 60 * MINUTE + left)
  await page.goto('/admin/audit')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByText('Ihre Sitzung ist abgelaufen oder wurde beendet.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('ordi_admin_session'))).toBeNull()
  await page.getByRole('link', { name: 'Zurück zur Buchungsseite' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Ist das Ihr erster Besuch bei uns?' }),
  ).toBeVisible()
})

test('a session that the server no longer knows ends with the next call', async ({ page, portal }) => {
  await signsIn(page, portal)
  await page.goto('/admin/outbox')
  await expect(page.getByText('Keine E-Mail-Einträge vorhanden.')).toBeVisible()
  portal.rows('delete from sessions returning id')
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('signing out ends the session on the server and in the other tab', async ({ page, portal }) => {
  await signsIn(page, portal)
  await page.goto('/admin/account')
  await expect(page.getByText('dieses Gerät')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/admin/outbox')
  await expect(other.getByRole('heading', { level: 1, name: 'Outbox Monitor' })).toBeVisible()
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('ordi_admin_session') ?? '{}').token,
  )
  const asks = () => page.request.get('/api/admin/session', { headers: { Authorization: `Bearer ${token}` } })
  expect((await asks()).status()).toBe(200)

  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(other).toHaveURL(/\/admin\/login$/)
  await expect.poll(async () => (await asks()).status()).toBe(401)
  expect(portal.rows('select * from sessions')).toEqual([])
})

test('unknown pages of the admin area lead to its overview', async ({ page, portal }) => {
  await page.goto('/admin/gibt-es-nicht')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await signsIn(page, portal)
  await page.goto('/admin/gibt-es-nicht')
  await expect(page).toHaveURL(/\/admin$/)
})

test('the audit is read page by page, and says what would stand there', async ({ page, portal }) => {
  await signsIn(page, portal)
  await page.route('**/api/admin/audit?*', (route) => route.fulfill({ json: { entries: [], more: false } }))
  await page.goto('/admin/audit')
  await expect(page.getByText('Noch ist nichts geschehen.')).toBeVisible()
  await page.unroute('**/api/admin/audit?*')
  for (let act = 1; act <= 120; act++) {
    portal.rows(
      `insert into audit (at, actor, actor_name, action, subject) values (?, 'admin', ?, 'service-saved', ?) returning id`,
      ...[Date.now() - (120 - act) * MINUTE, ASSISTANT.email, `service-${act}`],
    )
  }
  await page.reload()
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(51)
  await expect(rows.nth(1)).toContainText('service-120')
  await expect(rows.nth(1)).toContainText('Service gespeichert')
  await page.getByRole('button', { name: 'Ältere anzeigen' }).click()
  await expect(rows).toHaveCount(101)
  await page.getByRole('button', { name: 'Ältere anzeigen' }).click()
  await expect(rows).toHaveCount(122)
  await expect(rows.last()).toContainText('Zugang angelegt')
  await expect(page.getByRole('button', { name: 'Ältere anzeigen' })).toHaveCount(0)
})

test('the password is changed by keyboard alone', async ({ page, portal }) => {
  await signsIn(page, portal)
  await page.goto('/admin/account')
  await tabTo(page, page.getByLabel('Bisheriges Passwort', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await tabTo(page, page.getByLabel('Neues Passwort', { exact: true }))
  await page.keyboard.type('sieben Igel rollen bergab')
  await press(page, page.getByRole('button', { name: 'Passwort ändern' }))
  await expect(page.getByText('Passwort geändert.')).toBeVisible()
})
