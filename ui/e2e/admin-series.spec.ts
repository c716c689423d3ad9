import type { Locator, Page } from 'playwright/test'
import { countBookings } from '../../src/booking/bookings.ts'
import { addDays } from '../../src/shared/day.ts'
import { expect, openAdminPage, test } from './fixtures/admin.ts'
import { addBooking } from './fixtures/bookings.ts'
import { TUESDAY } from './fixtures/calendar.ts'
import { look } from './fixtures/look.ts'

/** Opens the form "Termin eintragen" for Tuesday at 10:00. */
async function openFormForTuesday(page: Page): Promise<Locator> {
  await openAdminPage(page, '/admin/audit', 'Protokoll')
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Termin eintragen' })
  await form.getByLabel('Leistung').selectOption({ label: 'Folgebehandlung, 30 Min' })
  await form.getByLabel('Datum', { exact: true }).fill(TUESDAY)
  await form.getByLabel('Uhrzeit').fill('10:00')
  return form
}

test('the times of a series that could not be planned are planned again on request', async ({ page }) => {
  const form = await openFormForTuesday(page)
  await page.route('**/api/admin/series/preview', (route) => route.abort())
  await form.getByRole('checkbox', { name: 'Serie' }).press('Space')
  const reload = form.getByRole('alert').getByRole('button', { name: 'Neu laden' })
  await expect(reload).toBeVisible()
  await page.unroute('**/api/admin/series/preview')
  await reload.click()
  await expect(form.getByText('6 von 6 Terminen')).toBeVisible()
})

test('a series says how many appointments it may have', async ({ page }) => {
  const form = await openFormForTuesday(page)
  await form.getByRole('checkbox', { name: 'Serie' }).press('Space')
  await form.getByLabel('Wie oft').fill('21')
  await expect(form.getByLabel('Wie oft')).toHaveAccessibleDescription('Bitte 2 bis 20 angeben.')
  await form.getByLabel('Wie oft').fill('3')
  await form.getByLabel('Alle', { exact: true }).fill('0')
  await expect(form.getByLabel('Alle', { exact: true })).toHaveAccessibleDescription(
    'Bitte 1 bis 52 angeben.',
  )
  await form.getByLabel('Alle', { exact: true }).fill('2')
  await expect(form.getByText('3 von 3 Terminen')).toBeVisible()
})

test('a series of weekly appointments is entered at once, and cancelled at once', async ({
  page,
  portal,
}) => {
  // The third of the six times is taken.
  addBooking(portal, addDays(TUESDAY, 14), '10:00', { name: 'Otto Beispielmann' })
  const form = await openFormForTuesday(page)
  await form.getByLabel('Vorname').fill('Sabine')
  await form.getByLabel('Nachname').first().fill('Serienfrau')
  await form.getByLabel('Telefon').first().fill('0664 1234567')
  await form.getByLabel('E-Mail').first().fill('sabine@serienfrau.example')
  await test.step('six times are planned, and one that is taken is left out', async () => {
    await form.getByRole('checkbox', { name: 'Serie' }).press('Space')
    await expect(form.getByText('6 von 6 Terminen')).toBeVisible()
    // Three other times, or none.
    const otherTimes = form.getByRole('group', { name: /^Statt/ })
    await expect(otherTimes.getByRole('radio')).toHaveCount(4)
    await expect(form.getByText('Otto Beispielmann')).toBeVisible()
    await look(page, 'admin-series')
    await otherTimes.getByRole('radio', { name: 'weglassen' }).check()
    await form.getByRole('button', { name: 'Alle 5 eintragen' }).click()
  })

  await test.step('the first appointment and the later ones are cancelled with one message', async () => {
    const details = page.getByRole('dialog', { name: 'Sabine Serienfrau' })
    await expect(details.getByText('Serie: 1 von 5')).toBeVisible()
    await expect(details.getByText('5 Termine eingetragen')).toBeVisible()
    await details.getByRole('button', { name: 'Termin absagen' }).click()
    const message = details.getByLabel('Nachricht an die Patientin oder den Patienten')
    await details.getByLabel('Ohne Nachricht').check()
    await expect(message).toBeHidden()
    await details.getByLabel('Auch alle späteren Termine dieser Serie absagen').check()
    await message.fill('Wir melden uns.')
    await details.getByRole('button', { name: /^Termin absagen/ }).click()
    await expect(details.getByText(/^5 Termine wurden abgesagt/)).toBeVisible()
    const mails = `select text from messages where kind = 'series-cancelled' and channel = 'email'`
    expect(portal.rows(mails)).toEqual([{ text: expect.stringContaining('Wir melden uns.') }])
    // Only the appointment of the other patient is left.
    expect(countBookings(portal.ctx())).toMatchObject({ confirmed: 1, cancelled: 5 })
  })
})
