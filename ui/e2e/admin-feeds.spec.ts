import { expect, test } from './fixtures/admin.ts'

test('a calendar feed is created, shown once and removed', async ({ page, portal }) => {
  await page.goto('/admin/feeds')
  await expect(page.getByText('Noch gibt es keines.')).toBeVisible()
  await page.getByRole('button', { name: 'Abo anlegen' }).click()
  await expect(page.getByText('Bitte einen Titel angeben.')).toBeVisible()
  await page.getByLabel('Titel').fill('Telefon der Ärztin')
  await page.getByRole('button', { name: 'Abo anlegen' }).click()
  const feedUrl = await page.getByLabel('Adresse des Abos').inputValue()
  expect((await page.request.get(feedUrl)).headers()['content-type']).toContain('text/calendar')
  await expect(page.getByText('nur Initialen, seit')).toBeVisible()
  // The second-to-last part of the URL is the feed's secret; the database stores only its hash.
  const secret = feedUrl.split('/').at(-2) ?? ''
  expect(secret).toMatch(/^[\w-]{32}$/)
  expect(JSON.stringify(portal.dump())).not.toContain(secret)
  await page.getByRole('button', { name: 'Abo „Telefon der Ärztin“ beenden' }).click()
  await page.getByRole('button', { name: '„Telefon der Ärztin“ beenden', exact: true }).click()
  // The button that opened the dialog is gone.
  await expect(page.getByText('Noch gibt es keines.')).toBeFocused()
  expect((await page.request.get(feedUrl)).status()).toBe(404)
})
