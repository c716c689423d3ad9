import { join } from 'node:path'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, dayFromToday } from './fixtures/bookings.ts'
import { chooseService } from './fixtures/patient.ts'
import { addFortnight } from './fixtures/sample-weeks.ts'

// `npm run pictures` runs this file, which makes the two pictures of the README anew and tests nothing.

const IMAGES = join(import.meta.dirname, '../../docs/images')

test.use({ viewport: { width: 1280, height: 860 } })

test('makes the picture of the times of a day', async ({ page }) => {
  await chooseService(page)
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  await expect(page.getByRole('heading', { name: 'Nachmittag' })).toBeVisible()
  await page.screenshot({ path: join(IMAGES, 'times.png'), animations: 'disabled' })
})

/** The wall times of a full day. */
const TIMES = ['08:00', '08:45', '09:30', '10:15', '14:00', '15:00']

test('makes the picture of the start page of the practice', async ({ page, portal }) => {
  addFortnight(portal)
  // The chart of the last twelve weeks gets three to six appointments a day, so that its bars differ.
  for (let daysAgo = 84; daysAgo > 0; daysAgo--)
    for (const time of TIMES.slice(0, 3 + (daysAgo % 4))) addBooking(portal, dayFromToday(-daysAgo), time)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Auslastung, 14 Tage' })).toBeVisible()
  await page.screenshot({ path: join(IMAGES, 'dashboard.png'), animations: 'disabled' })
})
