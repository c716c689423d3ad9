import type { Page } from 'playwright/test'
import { MINUTE } from '../../src/shared/day.ts'
import { expect, openAdminPage } from './fixtures/admin.ts'
import { openWithFewRequests } from './fixtures/cold-page.ts'
import { answerDialogs, expectText, pressSave } from './fixtures/controls.ts'
import { fillFields } from './fixtures/fields.ts'
import { CONFLICT, test } from './fixtures/settings.ts'

/** The fields of both providers' accounts, with values that the simulators accept. */
const ACCOUNTS = {
  CLICKSEND_USERNAME: 'demo',
  CLICKSEND_PWD: 'demo-key',
  CLICKSEND_FROM: 'Ordination',
  SEVENIO_KEY: 'demo-key',
  SEVENIO_FROM: 'Ordination',
}

/** Opens the page, saves the accounts of both providers, and waits until it shows both balances. */
async function saveBothProviders(page: Page): Promise<void> {
  await openAdminPage(page, '/admin/settings/sms', 'SMS Provider')
  await fillFields(page, ACCOUNTS)
  for (const mobile of await page.getByLabel(/TEST_MOBILE/).all()) await mobile.fill('+43 664 1234567')
  await pressSave(page)
  await expectText(page, 'SMS-Provider-Einstellungen gespeichert.')
  await expect(page.getByText(/^Stand /)).toHaveCount(2)
}

test('the URL for delivery reports is copied', async ({ page }) => {
  await openWithFewRequests(page, '/admin/settings/sms', 'SMS Provider')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const reportUrl = await page.getByLabel('Adresse für Zustellberichte').first().inputValue()
  expect(reportUrl).toMatch(/\/api\/webhooks\/clicksend\/[\w-]{43}$/)
  await page.getByRole('button', { name: 'Adresse kopieren' }).first().click()
  await expectText(page, 'Kopiert.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reportUrl)
})

test('the form of the SMS providers says what is missing', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/sms', 'SMS Provider')
  await page
    .getByLabel(/TEST_MOBILE/)
    .last()
    .fill('12')
  await pressSave(page)
  await expectText(
    page,
    /ClickSend Benutzername fehlt\. .* seven\.io Key fehlt\. .*TEST_MOBILE: Bitte eine Telefonnummer/,
  )
})

test('saving both SMS providers shows their balances, which can be requested again', async ({
  page,
  portal,
}) => {
  await openAdminPage(page, '/admin/settings/sms', 'SMS Provider')
  await expect(page.getByText('Nie abgefragt')).toHaveCount(2)
  await saveBothProviders(page)
  // The balances with which the simulators begin.
  await expectText(page, /^€\s1\.117,46$/)
  await expectText(page, /^€\s593,99$/)

  portal.providers.simulator('sevenio').account.amount = 3.2
  // An earlier answer may still be on its way, and would be stored as a new one.
  await expect(async () => {
    // A provider is asked at most once a minute, so the last request and the last change are backdated.
    portal.changeRows('update balances set at = at - ?', 2 * MINUTE)
    portal.changeRows(
      `update settings set updated_at = updated_at - ? where name like 'sevenio.%'`,
      2 * MINUTE,
    )
    await page.getByRole('button', { name: 'Guthaben bei seven.io abfragen' }).click()
    await expect(page.getByText(/^€\s3,20$/).first()).toBeVisible({ timeout: 3_000 })
  }).toPass()
})

test('the page says that a provider refuses the credentials as soon as they are saved', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/sms', 'SMS Provider')
  await fillFields(page, { ...ACCOUNTS, SEVENIO_KEY: 'mistyped' })
  await pressSave(page)
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('seven.io hat die Zugangsdaten abgelehnt.')
  await expect(banner).toContainText('SMS-Provider-Einstellungen gespeichert.')
  const sevenioCard = page.getByRole('region', { name: 'Guthaben bei seven.io' })
  await expect(sevenioCard).toContainText('seven.io hat die Zugangsdaten abgelehnt.')
  await expect(page.getByText(/^Stand /)).toHaveCount(1)
})

test('the page says whether the provider took a test message', async ({ page, portal }) => {
  await saveBothProviders(page)
  await page.getByRole('button', { name: 'Test-SMS über ClickSend senden' }).click()
  await expectText(page, 'Test-SMS über ClickSend an +436641234567 gesendet.')
  portal.providers.simulator('sevenio').faults.plan('500')
  await page.getByRole('button', { name: 'Test-SMS über seven.io senden' }).click()
  await expectText(page, /^seven\.io: /)
})

test('a test message is sent with what was typed last', async ({ page, portal }) => {
  await saveBothProviders(page)
  await page.getByLabel(/CLICKSEND_FROM/).fill('Wartezimmer')
  await page.getByRole('button', { name: 'Speichern und testen' }).click()
  await expect
    .poll(() => portal.rows('select sender from messages order by id desc limit 1'))
    .toEqual([{ sender: 'Wartezimmer' }])
})

test('after a conflict, one’s own version of a provider replaces the colleague’s', async ({
  page,
  colleaguePuts,
}) => {
  await saveBothProviders(page)
  await colleaguePuts('/settings/clicksend', { CLICKSEND_USERNAME: 'demo', CLICKSEND_FROM: 'DrMuster' })
  await page.getByLabel(/CLICKSEND_FROM/).fill('Praxis')
  await pressSave(page)
  await expectText(page, CONFLICT)
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
  await expectText(page, 'ClickSend: SMS-Provider-Einstellungen gespeichert.')
})

test('a practice with one provider saves only the account of that provider', async ({ page, portal }) => {
  const savedPaths: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') savedPaths.push(new URL(request.url()).pathname)
  })
  await openAdminPage(page, '/admin/settings/sms', 'SMS Provider')
  // Spaces around a name are dropped. A password may begin or end with one, so it stays as it is.
  await fillFields(page, {
    CLICKSEND_USERNAME: '  demo ',
    CLICKSEND_PWD: ' demo-key ',
    CLICKSEND_FROM: ' Ordination ',
  })
  await pressSave(page)
  await expectText(page, 'seven.io Key fehlt. seven.io Absender fehlt.')
  expect(savedPaths).toEqual([])
  const sentRequest = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Nur ClickSend speichern' }).click()
  expect((await sentRequest).postDataJSON()).toMatchObject({
    CLICKSEND_USERNAME: 'demo',
    CLICKSEND_PWD: ' demo-key ',
    CLICKSEND_FROM: 'Ordination',
  })
  await expectText(page, 'ClickSend: SMS-Provider-Einstellungen gespeichert.')
  expect(savedPaths).toEqual(['/api/admin/settings/clicksend'])
  expect(portal.rows(`select name from settings where name like 'sevenio.%'`)).toEqual([])
})

test('one provider is saved even if the other one cannot be saved', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/sms', 'SMS Provider')
  await fillFields(page, ACCOUNTS)
  await page.route('**/api/admin/settings/sevenio', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await pressSave(page)
  await expectText(
    page,
    'seven.io: Speichern fehlgeschlagen. Der Server antwortet gerade nicht richtig (HTTP 500).',
  )
  await expectText(page, 'ClickSend: SMS-Provider-Einstellungen gespeichert.')
  await expect(page.getByLabel(/SEVENIO_FROM/)).toHaveValue('Ordination')
  const questions = answerDialogs(page, 'dismiss')
  await page.getByRole('link', { name: 'Odoo' }).click()
  await expect.poll(() => questions).toHaveLength(1)
  await expect(page.getByRole('heading', { level: 1, name: 'SMS Provider' })).toBeVisible()
})
