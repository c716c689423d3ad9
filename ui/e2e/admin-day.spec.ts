import { expect, test } from './fixtures/admin.ts'
import { addBooking, dayFromToday, dayShown } from './fixtures/bookings.ts'
import { openCalendar, TUESDAY } from './fixtures/calendar.ts'
import { holdCalls } from './fixtures/intercepted-calls.ts'

test('the practice blocks free time of a day', async ({ page, portal }) => {
  addBooking(portal, TUESDAY, '09:00', { name: 'Max Schneller', minutes: 45 })
  await openCalendar(page, 'day', TUESDAY)
  await expect(page.getByText('frei 08:00–09:00')).toBeVisible()
  await page.getByRole('button', { name: '08:00–09:00 sperren' }).click()
  const block = page.getByRole('dialog', { name: 'Zeit sperren' })
  await expect(block.getByLabel('Tag')).toHaveValue(dayShown(TUESDAY))
  await block.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '08:00–09:00' })).toContainText('Gesperrt')
})

test('an appointment is cancelled from the list of its day', async ({ page, portal }) => {
  addBooking(portal, TUESDAY, '09:00')
  await openCalendar(page, 'day', TUESDAY)
  const row = page.getByRole('listitem').filter({ hasText: 'Musterfrau Rosa' })
  const details = page.getByRole('dialog', { name: 'Rosa Musterfrau' })
  await row.getByRole('button', { name: 'Termin von Rosa Musterfrau: Absagen' }).click()
  await details.getByRole('button', { name: /absagen/i }).click()
  await expect(details).toContainText('Storniert')
  await page.keyboard.press('Escape')
  await expect(row).toHaveCount(0)
})

test('who came is shown at once, and a failure leaves room for the name', async ({ page, portal }) => {
  addBooking(portal, dayFromToday(-1), '09:00')
  await openCalendar(page, 'day', dayFromToday(-1))
  const row = page.getByRole('listitem').filter({ hasText: 'Musterfrau Rosa' })
  const heightOfName = async () =>
    (await row.getByRole('button', { name: 'Musterfrau Rosa' }).boundingBox())?.height
  const heightAtFirst = await heightOfName()
  await page.route('**/attendance', (route) => route.abort())
  await row.getByRole('button', { name: 'Da: Rosa Musterfrau' }).click()
  await expect(row.getByRole('alert')).toContainText('Keine Verbindung.')
  expect(await heightOfName()).toBe(heightAtFirst)
  await page.unroute('**/attendance')
  const releaseCall = await holdCalls(page, '**/attendance')
  await row.getByRole('button', { name: 'Da: Rosa Musterfrau' }).click()
  await expect(row.getByRole('button', { name: 'Da: Rosa Musterfrau', pressed: true })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Nicht erschienen: Rosa Musterfrau' })).toBeHidden()
  releaseCall()
})
