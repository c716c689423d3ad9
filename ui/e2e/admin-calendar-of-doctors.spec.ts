import type { Locator, Page } from 'playwright/test'
import { getBooking } from '../../src/booking/bookings.ts'
import { saveResource } from '../../src/schedule/resources.ts'
import { getActiveService, saveService } from '../../src/schedule/services.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, expectStart, instantAt, mondayAfterNext } from './fixtures/bookings.ts'
import { pointInColumn } from './fixtures/calendar.ts'
import { look } from './fixtures/look.ts'
import type { Portal } from './fixtures/portal.ts'
import { PHONE } from './fixtures/windows.ts'

const MONDAY = mondayAfterNext()

/** Gives the practice two doctors with its hours, who both offer two of its services. */
function addDoctors(portal: Portal): void {
  const ctx = portal.ctx()
  saveResource(ctx, 'doctor-1', { name: 'Dr. Anna Alt' })
  saveResource(ctx, 'doctor-2', { name: 'Dr. Berta Bunt' })
  for (const id of ['akupunktur', 'folgebehandlung'])
    saveService(ctx, { ...getActiveService(ctx, id), otherResourceIds: ['doctor-2'] })
}

/** The point of the window at this time in the column of a doctor. */
const pointOf = (page: Page, resource: string, time: string) =>
  pointInColumn(page.locator(`[data-resource="${resource}"]`), time)

/** Rosa comes to Dr. Alt on Monday at nine, and Max to Dr. Bunt. Returns the id of Rosa's booking. */
function addAppointmentsOfBoth(portal: Portal): string {
  addDoctors(portal)
  addBooking(portal, MONDAY, '09:00', { name: 'Max Mustermann', resourceId: 'doctor-2' })
  return addBooking(portal, MONDAY, '09:00', { resourceId: 'doctor-1' })
}

function doctorOf(portal: Portal, bookingId: string): string {
  return getBooking(portal.ctx(), bookingId).resourceId
}

async function openMonday(page: Page): Promise<void> {
  await page.goto(`/admin/bookings?view=day&date=${MONDAY}`)
}

/** The column of a doctor in the calendar of a day. */
function columnOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name })
}

/** Grabs Rosa's appointment ten minutes below its top, and holds it over a time in the column of Dr. Bunt. */
async function dragToBerta(page: Page, time: string): Promise<void> {
  const from = await pointOf(page, 'doctor-1', '09:10')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const to = await pointOf(page, 'doctor-2', time)
  await page.mouse.move(to.x, to.y, { steps: 5 })
}

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

test('a drop on a taken time of another doctor moves nothing', async ({ page, portal }) => {
  const id = addAppointmentsOfBoth(portal)
  await openMonday(page)
  await dragToBerta(page, '09:10')
  await expect(page.getByText('belegt', { exact: true })).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText('belegt', { exact: true })).toBeHidden()
  expect(doctorOf(portal, id)).toBe('doctor-1')
})

test('a drop on a free time of another doctor asks first, moves the appointment, and is undone', async ({
  page,
  portal,
}) => {
  const id = addAppointmentsOfBoth(portal)
  await openMonday(page)
  // The appointment is held ten minutes below its top, so its top is at 10:40.
  await dragToBerta(page, '10:50')
  await expect(page.getByText(/09:00 → 10:40/)).toBeVisible()
  await page.mouse.up()
  const question = page.getByRole('dialog', { name: 'Zu Dr. Berta Bunt verschieben?' })
  await test.step('the question names both doctors, and nothing moves before the answer', async () => {
    await expect(question).toContainText('Bisher bei Dr. Anna Alt, neu bei Dr. Berta Bunt')
    await expect(question.getByLabel('Uhrzeit')).toHaveValue('10:40')
    expect(doctorOf(portal, id)).toBe('doctor-1')
    await look(page, 'admin-drop-on-doctor')
  })

  const buttonOfRosa = (doctor: string) =>
    columnOf(page, doctor).getByRole('button', { name: /Musterfrau R\./ })
  await test.step('the appointment is moved', async () => {
    await question.getByRole('button', { name: 'Termin verschieben' }).click()
    await expect(page.getByText('Verschoben: Rosa Musterfrau')).toBeVisible()
    await expect(buttonOfRosa('Dr. Berta Bunt')).toBeVisible()
    await expectStart(portal, id, instantAt(MONDAY, '10:40'))
    expect(doctorOf(portal, id)).toBe('doctor-2')
  })

  await test.step('the move is undone', async () => {
    await page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' }).click()
    await expect(buttonOfRosa('Dr. Anna Alt')).toBeVisible()
    expect(doctorOf(portal, id)).toBe('doctor-1')
  })
})

test('an appointment is moved to another doctor by keyboard', async ({ page, portal }) => {
  const id = addAppointmentsOfBoth(portal)
  await openMonday(page)
  await page.getByRole('button', { name: /Musterfrau R\./ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Verschieben', exact: true }).press('Enter')
  const move = page.getByRole('dialog', { name: 'Rosa Musterfrau: verschieben' })
  await expect(move).toContainText('09:00 Uhr')
  await move.getByLabel('Bei wem').press('ArrowDown')
  await expect(move).toContainText('neu bei Dr. Berta Bunt')
  await move.getByLabel('Uhrzeit').fill('11:00')
  await move.getByRole('button', { name: 'Termin verschieben' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Rosa Musterfrau', exact: true })).toContainText(
    'Dr. Berta Bunt',
  )
  expect(doctorOf(portal, id)).toBe('doctor-2')
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
