import type { Page } from 'playwright/test'
import { moveBooking } from '../../src/booking/moves.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, expectStart, instantAt } from './fixtures/bookings.ts'
import { MONDAY, openCalendar, pointOfDay, TUESDAY } from './fixtures/calendar.ts'
import { holdCalls } from './fixtures/intercepted-calls.ts'
import type { Portal } from './fixtures/portal.ts'

/** Opens the week with an appointment of Rosa on Monday and one of Max on Tuesday, both at nine. */
async function openWeek(page: Page, portal: Portal): Promise<string> {
  const idOfRosa = addBooking(portal, MONDAY, '09:00', { service: 'Folgebehandlung' })
  addBooking(portal, TUESDAY, '09:00', { name: 'Max Mustermann', minutes: 60 })
  await openCalendar(page, 'week', MONDAY)
  return idOfRosa
}

/** Grabs Rosa's appointment ten minutes below its top, and holds it over a time of Tuesday. */
async function dragToTuesday(page: Page, time: string): Promise<void> {
  await page.getByRole('button', { name: /Musterfrau R\./ }).scrollIntoViewIfNeeded()
  const from = await pointOfDay(page, MONDAY, '09:10')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const to = await pointOfDay(page, TUESDAY, time)
  await page.mouse.move(to.x, to.y, { steps: 5 })
}

test('a taken time refuses a drop, and Escape cancels it', async ({ page, portal }) => {
  const id = await openWeek(page, portal)
  const takenHint = page.getByText('belegt', { exact: true })
  await dragToTuesday(page, '09:30')
  await expect(page.getByText(/^Di \d+\. 09:00 → 09:15$/)).toBeVisible()
  await expect(takenHint).toBeVisible()
  await page.mouse.up()
  await expect(takenHint).toBeHidden()
  await dragToTuesday(page, '10:30')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.getByText(/→/)).toBeHidden()
  await expectStart(portal, id, instantAt(MONDAY, '09:00'))
})

test('an appointment is dragged in the week by mouse, and returns while a message is written', async ({
  page,
  portal,
}) => {
  const id = await openWeek(page, portal)
  await test.step('a hint names a time outside the hours, and a drop on a free time moves the appointment', async () => {
    await dragToTuesday(page, '12:10')
    await expect(page.getByText(/^Di \d+\. 09:00 → 12:00$/)).toBeVisible()
    await expect(page.getByText('außerhalb der Ordination')).toBeVisible()
    const freePoint = await pointOfDay(page, TUESDAY, '10:32')
    await page.mouse.move(freePoint.x, freePoint.y)
    await expect(page.getByText('außerhalb der Ordination')).toBeHidden()
    await page.mouse.up()
    await expect(page.getByText('Verschoben: Rosa Musterfrau')).toBeVisible()
    await expectStart(portal, id, instantAt(TUESDAY, '10:15'))
    // The movement has selected no text.
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  })

  await test.step('adding a message undoes the move until the message is sent', async () => {
    await page.getByRole('button', { name: 'Nachricht hinzufügen' }).click()
    const sheet = page.getByRole('dialog', { name: 'Rosa Musterfrau: verschieben' })
    await expect(sheet.getByRole('textbox', { name: 'Nachricht' })).toBeFocused()
    await expect(sheet.getByLabel('Uhrzeit')).toHaveValue('10:15')
    await expectStart(portal, id, instantAt(MONDAY, '09:00'))
  })
})

test('an appointment across midnight stays where it is when its later part is held', async ({
  page,
  portal,
}) => {
  const id = addBooking(portal, MONDAY, '23:30', { minutes: 60 })
  await openCalendar(page, 'week', MONDAY)
  const laterPart = page.locator(`[data-drop="${TUESDAY}"]`).getByRole('button', { name: /Musterfrau/ })
  await laterPart.scrollIntoViewIfNeeded()
  await laterPart.hover()
  const from = await pointOfDay(page, TUESDAY, '00:10')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y, { steps: 3 })
  await expect(page.getByText('unverändert')).toBeVisible()
  await page.mouse.up()
  await expectStart(portal, id, instantAt(MONDAY, '23:30'))
})

test('an appointment stays where it was dropped until the server has answered', async ({ page, portal }) => {
  const id = await openWeek(page, portal)
  const releaseCall = await holdCalls(page, '**/api/admin/bookings/*/move')
  await dragToTuesday(page, '10:32')
  await page.mouse.up()
  const target = page.getByText(/^Di \d+\. 09:00 → 10:15$/)
  await expect(target).toBeVisible()
  releaseCall()
  await expect(target).toBeHidden()
  await expect(page.getByRole('button', { name: /^10:15 Musterfrau R\./ })).toBeVisible()
  await expectStart(portal, id, instantAt(TUESDAY, '10:15'))
})

test('an appointment that a colleague has just moved is not moved by a drop', async ({ page, portal }) => {
  const id = await openWeek(page, portal)
  const quarterLater = instantAt(MONDAY, '09:15')
  moveBooking(portal.ctx(), id, { start: quarterLater, message: '', notify: false })
  await dragToTuesday(page, '10:32')
  await page.mouse.up()
  await expect(page.getByText('Dieser Termin wurde gerade verschoben.')).toBeVisible()
  await expectStart(portal, id, quarterLater)
  expect(portal.rows('select kind from messages')).toEqual([])
})

test('without notifications a drop asks the practice to call, until the move is undone', async ({
  page,
  portal,
}) => {
  await openWeek(page, portal)
  writeSettings(portal.ctx(), 'general', { notify_off: true })
  await dragToTuesday(page, '10:32')
  await page.mouse.up()
  await expect(page.getByText('bitte rufen Sie an')).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' }).click()
  await expect(page.getByText('bitte rufen Sie an')).toBeHidden()
})
