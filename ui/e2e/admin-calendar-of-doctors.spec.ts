import { expect, test } from './fixtures/admin.ts'
import { addBooking } from './fixtures/bookings.ts'
import { MONDAY } from './fixtures/calendar.ts'
import { look } from './fixtures/look.ts'
import { addAppointmentsOfBoth, columnOf, openMonday } from './fixtures/two-doctors.ts'
import { PHONE } from './fixtures/windows.ts'

test('the calendar of a practice with one doctor never names the doctor', async ({ page }) => {
  await openMonday(page)
  await expect(page.getByRole('list', { name: 'Tagesplan' })).toBeVisible()
  await expect(page.getByLabel('Arzt oder Raum')).toHaveCount(0)
})

test('each of several doctors has a column with their own appointments', async ({ page, portal }) => {
  addAppointmentsOfBoth(portal)
  await openMonday(page)
  await expect(columnOf(page, 'Dr. Anna Alt').getByRole('button', { name: /Musterfrau R\./ })).toBeVisible()
  const berta = columnOf(page, 'Dr. Berta Bunt')
  await expect(berta.getByRole('button', { name: /Mustermann M\./ })).toBeVisible()
  await expect(berta.getByRole('button', { name: /Musterfrau/ })).toHaveCount(0)
  await expect(page.getByLabel('Arzt oder Raum').locator(':checked')).toHaveText('Alle')
  await look(page, 'admin-day-columns')
})

test('the form for a pressed time names the doctor of the column, or says who else offers the service', async ({
  page,
  portal,
}) => {
  addAppointmentsOfBoth(portal)
  await openMonday(page)
  await page.locator('[data-resource="doctor-2"] [data-time="15:00"]').click({ force: true })
  await page.getByLabel('Leistung').selectOption('akupunktur')
  const entry = page.getByRole('dialog', { name: 'Termin eintragen' })
  await expect(entry.getByLabel('Bei wem').locator(':checked')).toHaveText('Dr. Berta Bunt')
  await page.getByLabel('Leistung').selectOption('erstordination')
  await expect(entry.getByLabel('Leistung')).toHaveAccessibleDescription(
    'Dr. Berta Bunt bietet das nicht an. Der Termin kommt zu Dr. Anna Alt.',
  )
})

test('the choice of a doctor stays in the URL, through week and list', async ({ page, portal }) => {
  addAppointmentsOfBoth(portal)
  await openMonday(page)
  const doctorChoice = page.getByLabel('Arzt oder Raum')
  await doctorChoice.selectOption('Dr. Anna Alt')
  await expect(page).toHaveURL(/resource=doctor-1/)
  await expect(page.getByRole('list', { name: 'Tagesplan' })).toBeVisible()
  await expect(page.getByText(/Mustermann/)).toHaveCount(0)
  await doctorChoice.selectOption('Dr. Berta Bunt')
  await page.getByRole('button', { name: 'Woche', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: /Mustermann M\./ })).toBeVisible()
  await expect(doctorChoice.locator(':checked')).toHaveText('Dr. Berta Bunt')
  await page.getByRole('button', { name: 'Liste', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Termine' })).toContainText('Mustermann')
  await expect(doctorChoice.locator(':checked')).toHaveText('Dr. Berta Bunt')
  await page.getByRole('button', { name: 'Woche', exact: true }).click()
  await doctorChoice.selectOption('Alle')
  await expect(page.getByRole('region', { name: 'Dr. Anna Alt' }).first()).toBeVisible()
  await look(page, 'admin-week-parts')
})

test('print and start page name the doctor of an appointment', async ({ page, portal }) => {
  addAppointmentsOfBoth(portal)
  await page.goto(`/admin/bookings/print?date=${MONDAY}`)
  await expect(page.getByRole('table', { name: /Dr\. Berta Bunt$/ })).toContainText('Max Mustermann')
  const request = { name: 'Otto Beispielmann', status: 'requested', resourceId: 'doctor-2' } as const
  addBooking(portal, MONDAY, '14:00', request)
  await page.goto('/admin')
  await expect(page.getByRole('listitem').filter({ hasText: request.name })).toContainText(
    'bei Dr. Berta Bunt',
  )
})

test('a phone shows one doctor at a time', async ({ page, portal }) => {
  addAppointmentsOfBoth(portal)
  await page.setViewportSize(PHONE)
  await openMonday(page)
  const doctorChoice = page.getByLabel('Arzt oder Raum')
  await expect(doctorChoice.locator('option')).toHaveText(['Dr. Anna Alt', 'Dr. Berta Bunt'])
  await doctorChoice.selectOption('Dr. Berta Bunt')
  await expect(page.getByRole('list', { name: 'Tagesplan' })).toContainText('Mustermann')
  await look(page, 'admin-day-doctor-phone')
})
