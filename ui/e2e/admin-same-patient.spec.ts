import type { Locator, Page } from 'playwright/test'
import { addDays } from '../../src/shared/day.ts'
import { expect, openAdminPage, test } from './fixtures/admin.ts'
import { addBooking, dayShown, mondayAfterNext } from './fixtures/bookings.ts'
import { refuseCalls } from './fixtures/intercepted-calls.ts'
import type { Portal } from './fixtures/portal.ts'

/**
 * Opens an appointment of the Monday after next as it opens when it was just entered, and asks for another
 * one in six weeks. Returns the form that opens.
 */
async function pressInSixWeeks(page: Page, portal: Portal): Promise<Locator> {
  const id = addBooking(portal, mondayAfterNext(), '09:00', { service: 'Folgebehandlung' })
  await openAdminPage(page, `/admin/bookings?view=list&booking=${id}&entered=1`, 'Termine')
  await page.getByRole('button', { name: 'In sechs Wochen' }).click()
  return page.getByRole('dialog', { name: 'Termin eintragen' })
}

test('the form for the same patient says when that patient cannot be loaded', async ({ page, portal }) => {
  await refuseCalls(page, '**/api/admin/patients/*')
  const form = await pressInSixWeeks(page, portal)
  await expect(form.getByRole('combobox', { name: 'Patient/in' })).toBeFocused()
  await expect(form.getByRole('alert')).toHaveText('Bitte versuchen Sie es später.')
})

test('one press opens the form for the same patient and service, six weeks later', async ({
  page,
  portal,
}) => {
  const form = await pressInSixWeeks(page, portal)
  await expect(form.getByText('Andere Person')).toBeVisible()
  await expect(form.getByLabel('Nachname')).toHaveValue('Musterfrau')
  await expect(form.getByLabel('Leistung')).toHaveValue('folgebehandlung')
  const sixWeeksLater = addDays(mondayAfterNext(), 6 * 7)
  await expect(form.getByLabel('Datum', { exact: true })).toHaveValue(dayShown(sixWeeksLater))
  await expect(form.getByLabel('Uhrzeit')).toHaveValue('09:00')
})
