import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright/test'
import { finishFirstSteps } from '../../src/operation/first-steps.ts'
import { FIRST_STEP_IDS } from '../../src/shared/first-steps.ts'
import { insertAdmin, PASSWORD } from '../../src/testing/admins.ts'
import { ADMIN, expect, test } from './fixtures/admin.ts'
import { fieldLabelled } from './fixtures/fields.ts'
import { reopenFirstSteps } from './fixtures/first-steps.ts'
import { addFailures } from './fixtures/messages.ts'
import { linkTo } from './fixtures/patient.ts'
import { photograph } from './fixtures/photograph.ts'
import { NEW_PASSWORD, signInDialog } from './fixtures/sign-in.ts'

const COLLEAGUE = { name: 'Rosa Helferin', email: 'rosa@ordination.example' } as const

/** Titles of the pages of each role, in the order of the navigation. */
const PAGES_OF_ASSISTANT = [
  'Übersicht',
  'Termine',
  'Warteliste',
  'Abwesenheiten',
  'Outbox Monitor',
  'Mein Zugang',
  'Kalender-Abo',
  'Hilfe',
]

const PAGES_OF_TECHNIK = [
  'Praxisdaten',
  'Allgemein',
  'Services & Preise',
  'Arbeitszeiten',
  'E-Mail-Server',
  'SMS Provider',
  'Odoo',
  'URLs & Admin E-Mail',
  'Zustand der Anlage',
  'Versand',
  'Mein Zugang',
  'Hilfe',
]

/**
 * The storage of a browser in which nobody is signed in. Without it, a new browser gets the doctor's storage.
 */
const NOTHING_STORED = { storageState: { cookies: [], origins: [] } }

/**
 * Opens a page in another browser, for the colleague. `refused` collects every call that the server refuses.
 */
async function openOtherBrowser(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ otherPage: Page; refused: string[] }> {
  const otherPage = await (await browser.newContext(options)).newPage()
  const refused: string[] = []
  otherPage.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  return { otherPage, refused }
}

/** The links of the navigation. */
function linksOf(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Verwaltung' }).getByRole('listitem').getByRole('link')
}

/** Expects these titles in the navigation, and opens each page. */
async function expectPages(page: Page, titles: readonly string[]): Promise<void> {
  const links = linksOf(page)
  await expect(links).toHaveText(titles)
  for (const title of titles) {
    await links.filter({ hasText: title }).click()
    await expect(links.filter({ hasText: title })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Lade /)).toHaveCount(0)
  }
}

test('a doctor changes their own name', async ({ page }) => {
  await page.goto('/admin/people')
  await page.getByRole('button', { name: `${ADMIN.name} bearbeiten` }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Dr. Gerda Testner')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner').getByText('Dr. Gerda Testner')).toBeVisible()
})

test('an invited assistant opens all pages of the role, until the access ends', async ({
  page,
  portal,
  browser,
}) => {
  // The doctor is signed in there, too, as in the browser of a shared computer.
  const { otherPage: assistantPage, refused } = await openOtherBrowser(browser)
  await test.step('the doctor invites an assistant', async () => {
    await page.goto('/admin/people')
    await page.getByRole('button', { name: 'Person einladen' }).click()
    await page.keyboard.type(COLLEAGUE.name)
    await fieldLabelled(page, 'E-Mail').fill('Rosa@Ordination.example')
    await expect(fieldLabelled(page, 'Rolle')).toHaveValue('assistant')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByText(/^eingeladen bis/)).toBeVisible()
  })

  await test.step('the assistant chooses a password, and signs in', async () => {
    const mail = await portal.mailTo(COLLEAGUE.email, /^Ihr Zugang/)
    await assistantPage.goto(linkTo(mail, '/admin/invitation?token='))
    await expect(fieldLabelled(assistantPage, 'Ihr Name')).toHaveValue(COLLEAGUE.name)
    await fieldLabelled(assistantPage, 'Neues Passwort').fill(NEW_PASSWORD)
    await assistantPage.keyboard.press('Enter')
    await assistantPage.getByRole('link', { name: 'Zur Anmeldung' }).click()
    await fieldLabelled(assistantPage, 'Passwort').fill(NEW_PASSWORD)
    await assistantPage.keyboard.press('Enter')
    await expect(assistantPage.getByText(COLLEAGUE.name)).toBeVisible()
  })

  await test.step('the assistant enters appointments, and cannot open settings', async () => {
    await expectPages(assistantPage, PAGES_OF_ASSISTANT)
    await assistantPage.getByRole('button', { name: 'Termin eintragen' }).click()
    await expect(assistantPage.getByRole('dialog').getByLabel('Leistung')).toContainText('Erstordination')
    await assistantPage.goto('/admin/settings/general')
    await expect(assistantPage.getByRole('heading', { name: 'Mit Ihrem Zugang nicht möglich' })).toBeVisible()
    expect(refused).toEqual([])
  })

  await test.step('the access ends at once', async () => {
    // The page of the doctor was loaded before the assistant had accepted.
    await page.reload()
    await page.getByRole('button', { name: `${COLLEAGUE.name} bearbeiten` }).click()
    await page.getByRole('button', { name: 'Zugang entfernen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Zugang entfernen' }).click()
    await expect(page.getByText(COLLEAGUE.name)).toHaveCount(0)
    await linksOf(assistantPage).filter({ hasText: 'Warteliste' }).click()
    await expect(signInDialog(assistantPage)).toBeVisible()
    await assistantPage.context().close()
  })
})

test('a user with the role technik maintains the installation, and sees no appointments', async ({
  page,
  portal,
  browser,
}) => {
  insertAdmin(portal, { ...COLLEAGUE, role: 'assistant' })
  const { otherPage: technikPage, refused } = await openOtherBrowser(browser, NOTHING_STORED)
  await test.step('the doctor gives the role of technik', async () => {
    await page.goto('/admin/people')
    await page.getByRole('button', { name: `${COLLEAGUE.name} bearbeiten` }).click()
    await fieldLabelled(page, 'Rolle').selectOption('technik')
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText(`Technik, ${COLLEAGUE.email}`)).toBeVisible()
  })

  await test.step('technik starts with the installation, and makes a backup', async () => {
    await technikPage.goto('/admin/login')
    await fieldLabelled(technikPage, 'E-Mail').fill(COLLEAGUE.email)
    await fieldLabelled(technikPage, 'Passwort').fill(PASSWORD)
    await technikPage.keyboard.press('Enter')
    await expect(technikPage.getByRole('heading', { level: 1, name: 'Zustand der Anlage' })).toBeVisible()
    await technikPage.getByRole('button', { name: 'Jetzt sichern' }).click()
    await expect(technikPage.getByText(/^Von Hand gesichert: .*, geprüft\.$/)).toBeVisible()
    await expect(technikPage.getByText(/^Antwortet auf Port \d+$/)).toBeVisible()
    await photograph(technikPage, 'admin-installation')
  })

  // Going on within the open page takes half as long as loading it again.
  const goTo = (path: string) => technikPage.evaluate((url) => history.pushState(null, '', url), path)
  await test.step('technik sees deliveries and first steps, but no appointments', async () => {
    await expectPages(technikPage, PAGES_OF_TECHNIK)
    await expect(technikPage.getByRole('button', { name: 'Termin eintragen' })).toHaveCount(0)
    addFailures(portal)
    await technikPage.goto('/admin/account')
    await technikPage.getByRole('link', { name: /konnten nicht gesendet werden\./ }).click()
    await expect(technikPage).toHaveURL(/\/admin\/deliveries\?status=failed$/)
    reopenFirstSteps(portal)
    await goTo('/admin/erste-schritte?step=end')
    const summary = new RegExp(`^\\d von ${FIRST_STEP_IDS.length} erledigt\\.$`)
    await expect(technikPage.getByText(summary)).toBeVisible()
    finishFirstSteps(portal.ctx())
    await goTo('/admin/bookings')
    await expect(technikPage.getByRole('heading', { name: 'Mit Ihrem Zugang nicht möglich' })).toBeVisible()
    expect(refused).toEqual([])
    await technikPage.context().close()
  })
})
