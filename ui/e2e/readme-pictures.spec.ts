import { join } from 'node:path'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, dayFromToday } from './fixtures/bookings.ts'
import { chooseService } from './fixtures/patient.ts'
import { addFortnight } from './fixtures/sample-weeks.ts'

// `npm run pictures` makes the two pictures of the README anew; it is no test of anything.
const IMAGES = join(import.meta.dirname, '../../docs/images')

test.use({ viewport: { width: 1280, height: 860 } })

test('the times of a day', async ({ page }) => {
  await chooseService(page)
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  await expect(page.getByRole('heading', { name: 'Nachmittag' })).toBeVisible()
  await page.screenshot({ path: join(IMAGES, 'times.png'), animations: 'disabled' })
})

test('the dashboard', async ({ page, portal }) => {
  addFortnight(portal)
  for (let day = -84; day < 0; day++)
    for (const time of ['08:00', '08:45', '09:30', '10:15', '14:00', '15:00'].slice(0, 3 + (-day % 4)))
      addBooking(portal, dayFromToday(day), time)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Auslastung, 14 Tage' })).toBeVisible()
  await page.screenshot({ path: join(IMAGES, 'dashboard.png'), animations: 'disabled' })
})
