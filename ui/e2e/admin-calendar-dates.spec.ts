import { addDays } from '../../src/shared/day.ts'
import { fullDay, monthYear } from '../../src/shared/format.ts'
import { expect, test } from './fixtures/admin.ts'
import { listen } from './fixtures/announcements.ts'
import { dayShown } from './fixtures/bookings.ts'
import { MONDAY, openCalendar } from './fixtures/calendar.ts'
import { look } from './fixtures/look.ts'
import { addWeek } from './fixtures/sample-weeks.ts'

test('the date opens a month with the load of each day, which is used by keyboard', async ({
  page,
  portal,
}) => {
  addWeek(portal, MONDAY)
  await openCalendar(page, 'week', MONDAY)
  await page.keyboard.press('g')
  const month = page.getByRole('dialog', { name: 'Zu einem Tag' })
  const buttonOf = (name: string) => month.getByRole('button', { name })
  await expect(month.getByRole('button', { name: /, 5 Termine$/ })).toBeVisible()
  await expect(page.getByRole('button', { expanded: true, name: /\d{4}$/ })).toBeVisible()
  await look(page, 'admin-date')
  await expect(month.getByRole('grid', { name: monthYear(MONDAY) })).toBeVisible()
  // The grid is named after its month, which keys may change, so from now on it is found without a name.
  const grid = month.getByRole('grid')
  await expect(grid.getByRole('columnheader')).toHaveText(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'])
  const cell = (day: string) => grid.getByRole('gridcell').getByRole('button', { name: fullDay(day) })
  await test.step('Tab reaches the day that is shown', async () => {
    for (const control of [month.getByLabel('Datum'), ...['Voriger Monat', 'Nächster Monat'].map(buttonOf)]) {
      await expect(control).toBeFocused()
      await page.keyboard.press('Tab')
    }
    await expect(cell(MONDAY)).toBeFocused()
    await expect(cell(MONDAY)).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('arrow and page keys go to another day, which Enter shows', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await expect(cell(addDays(MONDAY, 6))).toBeFocused()
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageUp')
    await expect(cell(addDays(MONDAY, 6))).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(month).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`date=${addDays(MONDAY, -1)}`))
  })
})

test('the calendar shows a day that is typed, and refuses one that does not exist', async ({ page }) => {
  await openCalendar(page, 'week', MONDAY)
  await page.keyboard.press('g')
  const month = page.getByRole('dialog', { name: 'Zu einem Tag' })
  await expect(month.getByLabel('Datum')).toBeFocused()
  const typedDay = addDays(MONDAY, 15)
  await page.keyboard.type('32.1.')
  await page.keyboard.press('Enter')
  await expect(month.getByText('Bitte ein Datum wie 3.12. angeben.')).toBeVisible()
  await month.getByLabel('Datum').fill(dayShown(typedDay))
  await page.keyboard.press('Enter')
  await expect(month).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`date=${typedDay}`))
  await expect(page.getByRole('button', { expanded: false, name: /\d{4}$/ })).toBeFocused()
})

test('another week is announced whole, and the month to choose from is not read out', async ({ page }) => {
  await openCalendar(page, 'week', MONDAY)
  const heard = await listen(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^Kalenderwoche \d+, keine Termine$/))
  const heardBefore = await heard()
  await page.keyboard.press('g')
  const month = page.getByRole('dialog', { name: 'Zu einem Tag' })
  await expect(month.getByRole('button', { name: /, keine Termine$/ }).first()).toBeVisible()
  const heardSince = (await heard()).slice(heardBefore.length)
  expect(heardSince.filter((text) => text.includes('Datum'))).toEqual([])
})
