import type { Locator, Page } from 'playwright/test'
import { addDays } from '../../src/shared/day.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking } from './fixtures/bookings.ts'
import { MONDAY, openCalendar, TUESDAY } from './fixtures/calendar.ts'
import type { Portal } from './fixtures/portal.ts'
import { addWeek } from './fixtures/sample-weeks.ts'

/** Returns where the box of an element is in the window, in CSS pixels. */
async function edgesOf(target: Locator): Promise<{ top: number; bottom: number; left: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('the element is not shown')
  return { top: box.y, bottom: box.y + box.height, left: box.x }
}

/** The button of an appointment in the calendar. Its name begins with the time and the last name. */
function entryOf(page: Page, name: RegExp): Locator {
  return page.getByRole('button', { name })
}

/** Names of buttons: the first and the last appointment of Monday in `addWeek`, and one at night. */
const FIRST_APPOINTMENT = /^08:00 Musterfrau/
const LAST_APPOINTMENT = /^18:30 Abendlich/
const NIGHT_APPOINTMENT = /^03:00 Nachtigall/

/** Opens a week with an appointment at night, in a window of 1280 by 800 pixels. */
async function openWeekWithNight(page: Page, portal: Portal): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  addWeek(portal, MONDAY)
  addBooking(portal, addDays(MONDAY, 4), '03:00', { name: 'Nora Nachtigall' })
  await openCalendar(page, 'week', MONDAY)
}

test('the calendar opens with the whole working day of a week in the window', async ({ page, portal }) => {
  await openWeekWithNight(page, portal)
  await expect(entryOf(page, FIRST_APPOINTMENT)).toBeInViewport({ ratio: 1 })
  await expect(entryOf(page, LAST_APPOINTMENT)).toBeInViewport({ ratio: 1 })
  // The hours of the night are part of the page, but above what is shown.
  await expect(entryOf(page, NIGHT_APPOINTMENT)).not.toBeInViewport()
})

test('a press leads to the appointment of the night', async ({ page, portal }) => {
  await openWeekWithNight(page, portal)
  await page
    .getByRole('button', { name: /03:00$/ })
    .first()
    .click()
  await expect(entryOf(page, NIGHT_APPOINTMENT)).toBeInViewport()
})

test('appointments of ten minutes stand one below the other, each large enough to be pressed', async ({
  page,
  portal,
}) => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f']
  // Six appointments, from Impf Linga to Impf Lingf, fill an hour of Thursday.
  for (const [i, letter] of letters.entries())
    addBooking(portal, addDays(MONDAY, 3), `10:${i}0`, { name: `Impf Ling${letter}`, minutes: 10 })
  await openWeekWithNight(page, portal)
  await expect(entryOf(page, /Linga I\./).locator('time')).toBeVisible()
  const boxes = await Promise.all(
    letters.map((letter) => edgesOf(entryOf(page, new RegExp(`Ling${letter} I\\.`)))),
  )
  for (const [i, box] of boxes.entries()) {
    // 24 px are the least for a target (WCAG 2.5.8); boxes have fractions of a pixel.
    expect(box.bottom - box.top).toBeGreaterThanOrEqual(23.9)
    const above = boxes[i - 1]
    if (above === undefined) continue
    expect(box.left).toBe(above.left)
    expect(box.top).toBeGreaterThanOrEqual(above.bottom)
  }
})

test('the tools of the calendar are in one row', async ({ page, portal }) => {
  await openWeekWithNight(page, portal)
  for (const name of ['Heute', 'Vorige Woche', 'Nächste Woche', 'Zeit sperren', 'Anzeige', 'Woche']) {
    // The middle of each tool lies in the row below the header.
    const { top, bottom } = await edgesOf(page.getByRole('button', { name, exact: true }))
    expect((top + bottom) / 2, name).toBeGreaterThan(90)
    expect((top + bottom) / 2, name).toBeLessThan(130)
  }
})

test('a comfortable week is longer than the window, also after a reload', async ({ page, portal }) => {
  await openWeekWithNight(page, portal)
  await page.getByRole('button', { name: 'Anzeige' }).click()
  await page.getByRole('button', { name: 'Bequem' }).click()
  await page.reload()
  await expect(entryOf(page, FIRST_APPOINTMENT)).toBeInViewport({ ratio: 1 })
  await expect(entryOf(page, LAST_APPOINTMENT)).not.toBeInViewport()
})

test('a compact day of fourteen appointments fits the window', async ({ page, portal }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  // Tuesday has two appointments, and twelve of ten minutes one after the other from 14:00 to 16:00.
  addWeek(portal, MONDAY)
  for (const hour of ['14', '15'])
    for (const tens of '012345')
      addBooking(portal, TUESDAY, `${hour}:${tens}0`, { name: `Tag Zahl${hour}${tens}`, minutes: 10 })
  await page.goto(`/admin/bookings?view=day&date=${TUESDAY}`)
  await page.getByRole('button', { name: 'Anzeige' }).click()
  await page.getByRole('button', { name: 'Kompakt' }).click()
  await page.keyboard.press('Escape')
  const rows = page.getByRole('list', { name: 'Tagesplan' }).getByRole('listitem')
  await expect(rows.first()).toBeInViewport({ ratio: 1 })
  await expect(rows.last()).toBeInViewport({ ratio: 1 })
})
