import { finishFirstSteps } from '../../src/operation/first-steps.ts'
import { FIRST_STEP_IDS } from '../../src/shared/first-steps.ts'
import { insertAdmin, PASSWORD } from '../../src/testing/admins.ts'
import { expect, test } from './fixtures/admin.ts'
import { COLLEAGUE, expectPages, openOtherBrowser } from './fixtures/colleague.ts'
import { fieldLabelled } from './fixtures/fields.ts'
import { reopenFirstSteps } from './fixtures/first-steps.ts'
import { addFailures } from './fixtures/messages.ts'
import { photograph } from './fixtures/photograph.ts'

/** Titles of the pages, in the order of the navigation. */
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
