import type { Locator, Page } from 'playwright/test'
import { addDays, type Day } from '../../src/shared/day.ts'
import { openAdminPage, test } from './fixtures/admin.ts'
import { addBooking, dayShown, mondayAfterNext } from './fixtures/bookings.ts'
import { refuseCalls } from './fixtures/intercepted-calls.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { test as testInMorning } from './fixtures/morning.ts'
import { expect } from './fixtures/portal.ts'

/** The sheet that is open, of which there is only one at a time. */
function openSheet(page: Page): Locator {
  return page.getByRole('dialog')
}

/** Adds somebody without an appointment, after the form has said that the service is missing. */
async function addToList(page: Page, today: Day): Promise<void> {
  const sheet = openSheet(page)
  await openAdminPage(page, '/admin/waiting-list', 'Warteliste')
  await expect(page.getByText('Derzeit wartet niemand.')).toBeVisible()
  await page.getByRole('button', { name: 'Eintragen', exact: true }).click()
  await sheet.getByRole('button', { name: 'Eintragen' }).click()
  await expect(sheet.getByText('Bitte eine Leistung auswählen.')).toBeVisible()
  await sheet.getByLabel('Leistung').selectOption('folgebehandlung')
  await sheet.getByLabel('Name').fill('Wilhelmina Beispielhofer-Irgendwer')
  await sheet.getByLabel('E-Mail').fill('wilhelmina@patient.example')
  await sheet.getByLabel('Ab wann?').fill('morgen')
  await page.keyboard.press('Tab')
  await expect(sheet.getByLabel('Ab wann?')).toHaveValue(dayShown(addDays(today, 1)))
  await sheet.getByRole('button', { name: 'Eintragen' }).click()
  await expect(page.getByText('Noch ohne Termin')).toBeVisible()
}

/** Adds the patient of an appointment from its dialog, and changes the wishes there. */
async function addToListFromBooking(page: Page, bookingId: string): Promise<void> {
  const sheet = openSheet(page)
  await page.goto(`/admin/bookings?booking=${bookingId}`)
  await page.getByRole('button', { name: 'Auf die Warteliste für eine frühere Zeit' }).click()
  await sheet.getByRole('button', { name: 'Eintragen' }).click()
  await expect(page.getByText('Rosa Musterfrau steht auf der Warteliste.')).toBeVisible()
  await page.getByRole('button', { name: 'Wünsche ändern' }).click()
  await sheet.getByRole('checkbox', { name: 'Nachmittag' }).uncheck({ force: true })
  await sheet.getByRole('button', { name: 'Wünsche speichern' }).click()
  await expect(page.getByText(/^Auf der Warteliste bis .*, nur vormittags\./)).toBeVisible()
}

/** Offers somebody on the list a time, which is chosen by keyboard, once the connection is back. */
async function offerTime(page: Page): Promise<void> {
  const sheet = openSheet(page)
  await openAdminPage(page, '/admin/waiting-list', 'Warteliste')
  await page.getByRole('button', { name: 'Zeit anbieten: Wilhelmina' }).click()
  await expect(sheet.getByText('passt zu den Wünschen').first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Anbieten' }).click()
  await expect(sheet.getByText('Bitte eine Zeit wählen.')).toBeInViewport()
  await sheet
    .getByRole('button', { name: /^\d+ mehr am / })
    .last()
    .press('Enter')
  await page.keyboard.press('Space')
  await expect(sheet.getByRole('radio', { checked: true })).toBeFocused()
  await look(page, 'admin-waiting-offer')
  await page.route('**/api/admin/waiting-list/*/offer', (route) => route.abort())
  await sheet.getByRole('button', { name: 'Anbieten' }).click()
  await expect(sheet.getByRole('alert')).toContainText('Keine Verbindung.')
  await page.unroute('**/api/admin/waiting-list/*/offer')
  await sheet.getByRole('button', { name: 'Anbieten' }).click()
  await expect(page.getByText(/^Angeboten: /)).toBeVisible()
}

testInMorning(
  'the practice adds people to the waiting list, offers them times and takes them off',
  LOOKS_ON_PHONE,
  async ({ page, portal, today }) => {
    const monday = mondayAfterNext()
    const bookingId = addBooking(portal, monday, '09:00', { service: 'Folgebehandlung' })
    const person = page.getByRole('link', { name: 'Rosa Musterfrau' })
    await addToList(page, today)
    await addToListFromBooking(page, bookingId)
    await offerTime(page)
    await look(page, 'admin-waiting-list')
    await expect(person).toHaveAttribute('href', `/admin/patients/${bookingId}`)
    await test.step('somebody is taken off the list', async () => {
      await page.getByRole('button', { name: /^Rosa Musterfrau von der/ }).click()
      await openSheet(page).getByRole('button', { name: 'Von der Warteliste nehmen' }).click()
      await expect(person).toHaveCount(0)
    })
  },
)

test('wishes that cannot be loaded are not replaced by the default ones', async ({ page, portal }) => {
  const bookingId = addBooking(portal, mondayAfterNext(), '09:00')
  await refuseCalls(page, '**/api/admin/waiting-list')
  await openAdminPage(page, `/admin/bookings?booking=${bookingId}`, 'Termine')
  await page.getByRole('button', { name: 'Auf die Warteliste für eine frühere Zeit' }).click()
  const sheet = openSheet(page)
  await expect(sheet.getByText('Die Warteliste konnte nicht geladen werden.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Eintragen' })).toHaveCount(0)
  await page.unroute('**/api/admin/waiting-list')
  await sheet.getByRole('button', { name: 'Neu laden' }).click()
  await expect(sheet.getByRole('button', { name: 'Eintragen' })).toBeVisible()
})
