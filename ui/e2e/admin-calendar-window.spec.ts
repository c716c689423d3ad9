import type { Locator } from 'playwright/test'
import { addDays } from '../../src/shared/day.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking } from './fixtures/bookings.ts'
import { MONDAY, openCalendar, TUESDAY } from './fixtures/calendar.ts'
import { addWeek } from './fixtures/sample-weeks.ts'

/** Returns where the box of an element is in the window, in CSS pixels. */
async function edgesOf(target: Locator): Promise<{ top: number; bottom: number; left: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('the element is not shown')
  return { top: box.y, bottom: box.y + box.height, left: box.x }
}

test('the whole working day fits a window of 800 pixels, in week and day', async ({ page, portal }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  addWeek(portal, MONDAY)
  addBooking(portal, addDays(MONDAY, 4), '03:00', { name: 'Nora Nachtigall' })
  // Six appointments of ten minutes, from Impf Linga to Impf Lingf, fill an hour of Thursday.
  for (let i = 0; i < 6; i++)
    addBooking(portal, addDays(MONDAY, 3), `10:${i}0`, {
      name: `Impf Ling${'abcdef'[i]}`,
      minutes: 10,
    })
  await openCalendar(page, 'week', MONDAY)
  const entry = (name: RegExp) => page.getByRole('button', { name })
  const [first, last] = [entry(/^08:00 Musterfrau/), entry(/^18:30 Abendlich/)]
  // The hours of the night are part of the page, but the calendar opens at the working day.
  await expect(first).toBeInViewport({ ratio: 1 })
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(entry(/^03:00 Nachtigall/)).not.toBeInViewport()
  await test.step('appointments of ten minutes stand one below the other', async () => {
    const boxes = await Promise.all(
      'abcdef'.split('').map((letter) => edgesOf(entry(new RegExp(`Ling${letter} I\\.`)))),
    )
    for (const [i, box] of boxes.entries()) {
      // 24 px are the least for a target (WCAG 2.5.8); boxes have fractions of a pixel.
      expect(box.bottom - box.top).toBeGreaterThanOrEqual(23.9)
      if (i === 0) continue
      expect(box.left).toBe(boxes[0]?.left)
      expect(box.top).toBeGreaterThanOrEqual(boxes[i - 1]?.bottom ?? 0)
    }
    await expect(entry(/Linga I\./).locator('time')).toBeVisible()
  })

  await test.step('the tools stand in one row, and a press leads to the appointment of the night', async () => {
    const tools = ['Heute', 'Vorige Woche', 'Nächste Woche', 'Zeit sperren', 'Anzeige', 'Woche']
    for (const name of tools) {
      // The middle of each tool lies in the row below the header.
      const { top, bottom } = await edgesOf(page.getByRole('button', { name, exact: true }))
      expect((top + bottom) / 2, name).toBeGreaterThan(90)
      expect((top + bottom) / 2, name).toBeLessThan(130)
    }
    await page
      .getByRole('button', { name: /03:00$/ })
      .first()
      .click()
    await expect(entry(/^03:00 Nachtigall/)).toBeInViewport()
  })

  await test.step('a comfortable week is longer than the window', async () => {
    await page.getByRole('button', { name: 'Anzeige' }).click()
    await page.getByRole('button', { name: 'Bequem' }).click()
    await page.reload()
    await expect(first).toBeInViewport({ ratio: 1 })
    await expect(last).not.toBeInViewport()
  })

  await test.step('a compact day fits the window', async () => {
    // Twelve more appointments of ten minutes stand one after the other from 14:00 to 16:00.
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
})
