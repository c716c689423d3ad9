import { ADMIN, expect, test } from './fixtures/admin.ts'
import { COLLEAGUE, expectPages, linksOf, openOtherBrowser } from './fixtures/colleague.ts'
import { fieldLabelled } from './fixtures/fields.ts'
import { linkTo } from './fixtures/patient.ts'
import { NEW_PASSWORD, signInDialog } from './fixtures/sign-in.ts'

/** Titles of the pages, in the order of the navigation. */
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
