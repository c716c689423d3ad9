import { endSessionsOfAdmin } from '../../src/access/ended-sessions.ts'
import { listFeeds } from '../../src/access/feeds.ts'
import { listSessions } from '../../src/access/sessions.ts'
import { HOUR, MINUTE } from '../../src/shared/day.ts'
import { insertAdmin, PASSWORD } from '../../src/testing/admins.ts'
import { ADMIN, adminOf, expect, openAdminPage, test } from './fixtures/admin.ts'
import { fieldLabelled } from './fixtures/fields.ts'
import { FEED_TITLE, signInDialog, typeFeedTitle } from './fixtures/sign-in.ts'

test('a session that has expired while the page was closed leads to the login', async ({ page, session }) => {
  await page.addInitScript((ended) => localStorage.setItem('ordi_admin_session', JSON.stringify(ended)), {
    ...session,
    expiresAt: new Date(Date.now() - MINUTE).toISOString(),
  })
  await page.goto('/admin/outbox')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(page.getByText('Ihre Sitzung ist abgelaufen oder wurde beendet.')).toBeVisible()
  await expect(fieldLabelled(page, 'E-Mail')).toHaveValue(ADMIN.email)
})

test('a user of a computer whose clock is two hours fast stays signed in', async ({ page }) => {
  await page.clock.setSystemTime(Date.now() + 2 * HOUR)
  await openAdminPage(page, '/admin/outbox', 'Outbox Monitor')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox Monitor' })).toBeVisible()
})

test('the start page tells the server that nobody uses it when it loads its data again', async ({ page }) => {
  await page.clock.install()
  /** The header of each call for the start page's data. */
  const unattended: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/overview')) unattended.push(request.headers()['x-unattended'])
  })
  await openAdminPage(page, '/admin', 'Keine Anfrage wartet')
  expect(unattended).toEqual([undefined])
  await page.clock.runFor(3 * MINUTE)
  await expect.poll(() => unattended.at(-1)).toBe('1')
})

test('a session that the server no longer knows asks for a sign-in over the page, which then continues', async ({
  page,
  portal,
}) => {
  let doesFeedFail = true
  let doesLoginFail = true
  await page.route('**/api/admin/feeds', (route) =>
    doesFeedFail && route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await page.route('**/api/admin/login', (route) =>
    doesLoginFail ? route.fulfill({ status: 503, body: 'restarting' }) : route.continue(),
  )
  await typeFeedTitle(page)
  const otherTab = await page.context().newPage()
  await otherTab.goto('/admin/outbox')
  await expect(otherTab.getByText('Keine E-Mail-Einträge vorhanden.')).toBeVisible()
  await test.step('a failure of the server asks for no sign-in', async () => {
    await page.getByRole('button', { name: 'Abo anlegen' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '503' })).toBeVisible()
    await expect(fieldLabelled(page, 'Titel')).toHaveValue(FEED_TITLE)
    doesFeedFail = false
  })

  await test.step('the end of the session asks for a sign-in in both tabs', async () => {
    endSessionsOfAdmin(portal.ctx(), adminOf(portal).id)
    await page.getByRole('button', { name: 'Abo anlegen' }).click()
    await expect(signInDialog(page)).toContainText('Was Sie eingetragen haben, bleibt.')
    await expect(signInDialog(otherTab)).toBeVisible()
    await expect(fieldLabelled(page, 'E-Mail')).toHaveValue(ADMIN.email)
    await expect(fieldLabelled(page, 'Passwort')).toBeFocused()
  })

  await test.step('a sign-in that fails keeps the password', async () => {
    await page.keyboard.type(ADMIN.password)
    await page.keyboard.press('Enter')
    await expect(signInDialog(page).getByRole('alert')).not.toBeEmpty()
    await expect(fieldLabelled(page, 'Passwort')).toHaveValue(ADMIN.password)
    doesLoginFail = false
  })

  await test.step('the next sign-in saves what was typed, and closes the dialog of the other tab too', async () => {
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(signInDialog(page)).toBeHidden()
    const feedsOfAdmin = () => listFeeds(portal.ctx(), adminOf(portal).id).map(({ title }) => title)
    await expect.poll(feedsOfAdmin).toEqual([FEED_TITLE])
    await expect(signInDialog(otherTab)).toBeHidden()
    await expect(otherTab).toHaveURL(/\/admin\/outbox$/)
  })
})

test('a user who signs in after a colleague’s session has ended sees none of the colleague’s data', async ({
  page,
  portal,
}) => {
  const idOfResi = insertAdmin(portal, {
    email: 'resi@ordination.example',
    name: 'Resi Helferin',
    role: 'assistant',
  })
  await typeFeedTitle(page)
  endSessionsOfAdmin(portal.ctx(), adminOf(portal).id)
  await page.getByRole('button', { name: 'Abo anlegen' }).click()
  await fieldLabelled(page, 'E-Mail').fill('resi@ordination.example')
  await expect(signInDialog(page)).toContainText(`Das ist nicht ${ADMIN.name}.`)
  await fieldLabelled(page, 'Passwort').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByText('Resi Helferin')).toBeVisible()
  await page.getByRole('link', { name: 'Kalender-Abo' }).click()
  await expect(fieldLabelled(page, 'Titel')).toHaveValue('')
  for (const adminId of [idOfResi, adminOf(portal).id]) expect(listFeeds(portal.ctx(), adminId)).toEqual([])
})

test('signing out ends the session on the server and in the other tab', async ({ page, portal, session }) => {
  await page.goto('/admin/account')
  await expect(page.getByText('dieses Gerät')).toBeVisible()
  const otherTab = await page.context().newPage()
  await otherTab.goto('/admin/outbox')
  await expect(otherTab.getByRole('heading', { level: 1, name: 'Outbox Monitor' })).toBeVisible()
  const headers = { Authorization: `Bearer ${session.token}` }
  const statusOfSession = async () => (await page.request.get('/api/admin/session', { headers })).status()
  expect(await statusOfSession()).toBe(200)

  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(otherTab).toHaveURL(/\/admin\/login$/)
  await expect.poll(statusOfSession).toBe(401)
  expect(listSessions(portal.ctx(), adminOf(portal).id)).toEqual([])
})
