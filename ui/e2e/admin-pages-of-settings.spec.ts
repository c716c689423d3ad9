import { ADMIN, openAdminPage, putAsColleague, test } from './fixtures/admin.ts'
import { answerDialogs, firstButton, pressSave } from './fixtures/controls.ts'
import { refuseCalls } from './fixtures/intercepted-calls.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { expect } from './fixtures/portal.ts'

// Each state of these pages is opened once. `look` checks it for accessibility violations, in a wide and a
// narrow window and in both themes; the rules of the pages have tests in the other files.

test(
  'the form of the practice is accessible, also after a conflict with a colleague and a failure',
  LOOKS_ON_PHONE,
  async ({ page, portal, session }) => {
    await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
    await firstButton(page, 'Vorschau').click()
    await expect(page.getByRole('region', { name: 'Vorschau' })).toContainText('6850 Dornbirn')
    await look(page, 'admin-practice')
    await page.getByLabel('Telefon').fill('+43 5572 000011')
    await putAsColleague(portal, { session, path: '/practice', body: { phone: '+43 5572 000099', zip: '' } })
    await pressSave(page)
    await expect(page.getByText('Diese Angaben wurden inzwischen von jemand anderem geändert.')).toBeVisible()
    await look(page, 'admin-conflict')
    await refuseCalls(page, '**/api/admin/practice')
    answerDialogs(page, 'accept')
    await page.reload()
    await expect(page.getByText('Praxisdaten konnten nicht geladen werden.')).toBeVisible()
    await look(page, 'admin-failure')
  },
)

test('a form of settings with an error is accessible', LOOKS_ON_PHONE, async ({ page }) => {
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  await page.getByLabel(/Buchbare Tage/).fill('-3')
  await pressSave(page)
  await expect(page.getByText(/maxBookingDays muss/).first()).toBeVisible()
  await look(page, 'admin-general-errors')
})

test('the list of services and its dialogs are accessible', LOOKS_ON_PHONE, async ({ page }) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await look(page, 'admin-services')
  await firstButton(page, 'Service „Facial“ löschen').click()
  await look(page, 'admin-service-delete')
  await page.keyboard.press('Escape')
  await firstButton(page, 'Neuer Service').click()
  await pressSave(page)
  await expect(page.getByText('Bitte eine ID angeben.').first()).toBeVisible()
  await look(page, 'admin-service-errors')
})

test(
  'working hours with an error, and the dialog that copies them, are accessible',
  LOOKS_ON_PHONE,
  async ({ page }) => {
    await openAdminPage(page, '/admin/settings/working-hours', 'Arbeitszeiten')
    await firstButton(page, 'Zeiten von Montag auf andere Tage übertragen').click()
    await look(page, 'admin-hours-copy')
    await page.keyboard.press('Escape')
    await page.getByLabel('Montag Block 1 Ende').fill('7')
    await pressSave(page)
    await expect(page.getByText('Montag Block 1: Ende muss nach dem Start liegen.').first()).toBeVisible()
    await look(page, 'admin-hours-errors')
  },
)

test('the account and the setup of its second factor are accessible', LOOKS_ON_PHONE, async ({ page }) => {
  await page.goto('/admin/account')
  await expect(page.getByText('dieses Gerät')).toBeVisible()
  await look(page, 'admin-account')
  await firstButton(page, 'Authenticator-App einrichten').click()
  await page.getByLabel('Ihr Passwort', { exact: true }).fill(ADMIN.password)
  await firstButton(page, 'Weiter').click()
  await expect(page.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible()
  await look(page, 'admin-second-factor')
})
