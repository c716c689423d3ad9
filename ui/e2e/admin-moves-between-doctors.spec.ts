import type { Page } from 'playwright/test'
import { getBooking } from '../../src/booking/bookings.ts'
import { expect, test } from './fixtures/admin.ts'
import { expectStart, instantAt } from './fixtures/bookings.ts'
import { MONDAY, pointInColumn } from './fixtures/calendar.ts'
import { look } from './fixtures/look.ts'
import type { Portal } from './fixtures/portal.ts'
import {
  addAppointmentsOfBoth,
  columnOf,
  ID_OF_ANNA,
  ID_OF_BERTA,
  openMonday,
} from './fixtures/two-doctors.ts'

/** Returns the point of the window at this time in the column of a doctor. */
function pointOf(page: Page, resourceId: string, time: string) {
  return pointInColumn(page.locator(`[data-resource="${resourceId}"]`), time)
}

/** Returns the id of the doctor whose appointment it is. */
function doctorOf(portal: Portal, bookingId: string): string {
  return getBooking(portal.ctx(), bookingId).resourceId
}

/** Grabs Rosa's appointment ten minutes below its top, and holds it over a time in the column of Dr. Bunt. */
async function dragToBerta(page: Page, time: string): Promise<void> {
  const from = await pointOf(page, ID_OF_ANNA, '09:10')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const to = await pointOf(page, ID_OF_BERTA, time)
  await page.mouse.move(to.x, to.y, { steps: 5 })
}

test('a drop on a taken time of another doctor moves nothing', async ({ page, portal }) => {
  const id = addAppointmentsOfBoth(portal)
  await openMonday(page)
  // Max has the time from nine on.
  await dragToBerta(page, '09:10')
  await expect(page.getByText('belegt', { exact: true })).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText('belegt', { exact: true })).toBeHidden()
  expect(doctorOf(portal, id)).toBe(ID_OF_ANNA)
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
    expect(doctorOf(portal, id)).toBe(ID_OF_ANNA)
    await look(page, 'admin-drop-on-doctor')
  })

  const buttonOfRosa = (doctor: string) =>
    columnOf(page, doctor).getByRole('button', { name: /Musterfrau R\./ })
  await test.step('the appointment is moved', async () => {
    await question.getByRole('button', { name: 'Termin verschieben' }).click()
    await expect(page.getByText('Verschoben: Rosa Musterfrau')).toBeVisible()
    await expect(buttonOfRosa('Dr. Berta Bunt')).toBeVisible()
    await expectStart(portal, id, instantAt(MONDAY, '10:40'))
    expect(doctorOf(portal, id)).toBe(ID_OF_BERTA)
  })

  await test.step('the move is undone', async () => {
    await page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' }).click()
    await expect(buttonOfRosa('Dr. Anna Alt')).toBeVisible()
    expect(doctorOf(portal, id)).toBe(ID_OF_ANNA)
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
  expect(doctorOf(portal, id)).toBe(ID_OF_BERTA)
})
