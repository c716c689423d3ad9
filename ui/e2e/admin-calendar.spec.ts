import type { Locator, Page } from 'playwright/test'
import { addDays } from '../../src/shared/day.ts'
import { fullDay, monthYear } from '../../src/shared/format.ts'
import { expect, openColdPage, test } from './fixtures/admin.ts'
import { addBooking, closePractice, dayShown } from './fixtures/bookings.ts'
import { MONDAY, openCalendar, TUESDAY } from './fixtures/calendar.ts'
import { look } from './fixtures/look.ts'
import { photograph } from './fixtures/photograph.ts'
import { addWeek } from './fixtures/sample-weeks.ts'

test('time of a week is blocked', async ({ page }) => {
  await openCalendar(page, 'week', MONDAY, openColdPage)
  await expect(page.getByText(/^Kalenderwoche \d+, keine Termine$/)).toBeVisible()
  await expect(dragHint(page)).toBeHidden()
  await page.getByRole('button', { name: 'Zeit sperren' }).click()
  const block = page.getByRole('dialog', { name: 'Zeit sperren' })
  await test.step('the form says what is wrong', async () => {
    await expect(block.getByLabel('Von')).toBeFocused()
    await block.getByRole('button', { name: 'Zeit sperren' }).click()
    await expect(block).toContainText('Bitte einen gültigen Beginn angeben.')
    await expect(block.getByLabel('Von')).toBeFocused()
    await block.getByLabel('Tag').fill('31.2.')
    await block.getByRole('button', { name: 'Zeit sperren' }).click()
    await expect(block).toContainText('Bitte ein Datum wie 3.12. angeben.')
    await block.getByRole('button', { name: 'Monat öffnen' }).click()
    await expect(block.getByRole('grid')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(block.getByRole('grid')).toHaveCount(0)
  })

  await block.getByLabel('Tag').fill(dayShown(TUESDAY))
  await block.getByLabel('Von').fill('14')
  await block.getByLabel('Bis').fill('1700')
  await block.getByLabel('Titel').fill('Fortbildung')
  await block.getByRole('button', { name: 'Zeit sperren' }).click()
  await expect(block).toBeHidden()
  await expect(page.getByRole('link', { name: 'Fortbildung bis 17:00' })).toBeVisible()
})

test('a week counts its appointments, names a closed day, and shows cancelled ones on request', async ({
  page,
  portal,
}) => {
  addWeek(portal, MONDAY)
  closePractice(portal, 'Betriebsausflug', addDays(MONDAY, 2))
  await openCalendar(page, 'week', MONDAY)
  await expect(page.getByText(/^Kalenderwoche \d+, 12 Termine, 2 davon warten$/)).toBeVisible()
  await expect(dragHint(page)).toBeVisible()
  await expect(page.getByText('Betriebsausflug')).toBeVisible()
  const cancelled = page.getByRole('button', { name: /Ungenannt N\./ })
  await expect(cancelled).toHaveCount(0)
  await page.getByRole('button', { name: 'Anzeige' }).click()
  await page.getByLabel('Abgesagte zeigen').check()
  await page.keyboard.press('Escape')
  await expect(cancelled).toBeVisible()
  await page.getByRole('button', { name: 'Nächste Woche' }).click()
  await expect(page).toHaveURL(new RegExp(`date=${addDays(MONDAY, 7)}`))
})

test('a pressed appointment has a card, and the calendar behind it stays alive', async ({ page, portal }) => {
  addWeek(portal, MONDAY)
  await openCalendar(page, 'week', MONDAY)
  await page.getByRole('button', { name: /Mustermann M\..*wartet auf Bestätigung/ }).click()
  const card = page.getByRole('dialog', { name: 'Max Mustermann' })
  await expect(card).toContainText('Erstordination')
  await expect(card).toContainText('zum ersten Mal')
  await expect(card.getByRole('heading', { name: 'Max Mustermann' })).toBeFocused()
  await look(page, 'admin-card')
  const other = page.getByRole('button', { name: /^08:00 Musterfrau/ })
  const cardOfOther = page.getByRole('dialog', { name: 'Rosa Musterfrau' })
  await test.step('a press on another one opens its card instead, and a second press closes it', async () => {
    await other.click()
    await expect(card).toHaveCount(0)
    await expect(cardOfOther).toBeVisible()
    await other.click()
    await expect(cardOfOther).toHaveCount(0)
  })

  await test.step('everything about it is opened by keyboard, and the focus comes back', async () => {
    await other.press('Enter')
    await cardOfOther.getByRole('button', { name: 'Alles ansehen' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Verlauf' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(other).toBeFocused()
  })
})

/** The sentence that appointments can be dragged, which an empty week does not need. */
function dragHint(page: Page): Locator {
  return page.getByText(/^Verschieben: Termin ziehen/)
}

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

test('the date opens a month with the load of each day, through which keys go', async ({ page, portal }) => {
  addWeek(portal, MONDAY)
  await openCalendar(page, 'week', MONDAY)
  await page.keyboard.press('g')
  const month = page.getByRole('dialog', { name: 'Zu einem Tag' })
  const buttonOf = (name: string) => month.getByRole('button', { name })
  await expect(month.getByRole('button', { name: /, 5 Termine$/ })).toBeVisible()
  await expect(page.getByRole('button', { expanded: true, name: /\d{4}$/ })).toBeVisible()
  await look(page, 'admin-date')
  await expect(month.getByRole('grid', { name: monthYear(MONDAY) })).toBeVisible()
  // Keys may turn the grid to another month, which is its name, so from now on it is found without a name.
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
  const typed = addDays(MONDAY, 15)
  await page.keyboard.type('32.1.')
  await page.keyboard.press('Enter')
  await expect(month.getByText('Bitte ein Datum wie 3.12. angeben.')).toBeVisible()
  await month.getByLabel('Datum').fill(dayShown(typed))
  await page.keyboard.press('Enter')
  await expect(month).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`date=${typed}`))
  await expect(page.getByRole('button', { expanded: false, name: /\d{4}$/ })).toBeFocused()
})

test('a month leads to a day, whose appointments have cards for the keyboard', async ({ page, portal }) => {
  addWeek(portal, MONDAY)
  await page.goto(`/admin/bookings?view=month&date=${TUESDAY}`)
  const tuesday = page.getByRole('button', { name: /^Dienstag.*, 2 Termine$/ })
  await expect(tuesday).toBeVisible()
  await look(page, 'admin-month')
  await tuesday.click()
  // The order of the two in the address does not matter.
  await expect(page).toHaveURL(new RegExp(`view=day.*date=${TUESDAY}|date=${TUESDAY}.*view=day`))
  await test.step('the card of an appointment is opened and left by keyboard', async () => {
    const name = page.getByRole('button', { name: /Scheinbar Anna/ })
    await name.press('Enter')
    const card = page.getByRole('dialog', { name: 'Anna Scheinbar' })
    await expect(card).toContainText('zum ersten Mal')
    await expect(card.getByRole('heading', { name: 'Anna Scheinbar' })).toBeFocused()
    await look(page, 'admin-card-day')
    await page.keyboard.press('Tab')
    await expect(card.getByRole('link', { name: 'Anna Scheinbar' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(card).toHaveCount(0)
    await expect(name).toBeFocused()
  })
})

test('the list of a day is printed without the buttons', async ({ page, portal }) => {
  addWeek(portal, MONDAY)
  await openCalendar(page, 'day', MONDAY)
  await page.getByRole('link', { name: 'Tagesliste' }).click()
  await expect(page.getByRole('row', { name: /08:00.*Rosa Musterfrau/ })).toBeVisible()
  await expect(page.getByText('Nina Ungenannt')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await photograph(page, 'admin-print-day')
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'Notiz' })).toBeVisible()
})
