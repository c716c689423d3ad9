import type { Locator, Page } from 'playwright/test'
import { findLastEvent } from '../../src/booking/events.ts'
import { moveBooking } from '../../src/booking/moves.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, expectStart, instantAt } from './fixtures/bookings.ts'
import { MONDAY, openCalendar, pointInColumn, TUESDAY } from './fixtures/calendar.ts'
import type { Portal } from './fixtures/portal.ts'

/** The point of the window at this time of a day. */
const pointOf = (page: Page, day: string, time: string) =>
  pointInColumn(page.locator(`[data-drop="${day}"]`).last(), time)

/** Opens the week with an appointment of Rosa on Monday and one of Max on Tuesday, both at nine. */
async function openWeek(page: Page, portal: Portal): Promise<string> {
  const rosa = addBooking(portal, MONDAY, '09:00', { service: 'Folgebehandlung' })
  addBooking(portal, TUESDAY, '09:00', { name: 'Max Mustermann', minutes: 60 })
  await openCalendar(page, 'week', MONDAY)
  return rosa
}

/** Grabs Rosa's appointment ten minutes below its top, and holds it over a time of Tuesday. */
async function dragToTuesday(page: Page, time: string): Promise<void> {
  await page.getByRole('button', { name: /Musterfrau R\./ }).scrollIntoViewIfNeeded()
  const from = await pointOf(page, MONDAY, '09:10')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const to = await pointOf(page, TUESDAY, time)
  await page.mouse.move(to.x, to.y, { steps: 5 })
}

test('a taken time refuses a drop, and Escape cancels it', async ({ page, portal }) => {
  const id = await openWeek(page, portal)
  const taken = page.getByText('belegt', { exact: true })
  await dragToTuesday(page, '09:30')
  await expect(page.getByText(/^Di \d+\. 09:00 → 09:15$/)).toBeVisible()
  await expect(taken).toBeVisible()
  await page.mouse.up()
  await expect(taken).toBeHidden()
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
  await test.step('a time outside the hours says so, and a drop on a free time moves the appointment', async () => {
    await dragToTuesday(page, '12:10')
    await expect(page.getByText(/^Di \d+\. 09:00 → 12:00$/)).toBeVisible()
    await expect(page.getByText('außerhalb der Ordination')).toBeVisible()
    const free = await pointOf(page, TUESDAY, '10:32')
    await page.mouse.move(free.x, free.y)
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

/** The hint that is shown while an appointment is held for dragging. */
function holdHint(page: Page): Locator {
  return page.getByText(/Zum Abbrechen hier loslassen/)
}

/** The row of Rosa's appointment in the list of the day. */
function rowOfRosa(page: Page): Locator {
  return page.getByRole('listitem').filter({ hasText: 'Musterfrau Rosa' })
}

/**
 * Opens a day whose appointments are higher than the window: Rosa's at nine, and four at half past ten to
 * one.
 */
async function openFullDay(page: Page, portal: Portal): Promise<string> {
  const id = addBooking(portal, MONDAY, '09:00', { service: 'Folgebehandlung' })
  for (const [i, name] of ['Max Mustermann', 'Emil Probst', 'Karl Testfall', 'Nina Niemand'].entries())
    addBooking(portal, MONDAY, `1${i}:30`, { name })
  await openCalendar(page, 'day', MONDAY)
  return id
}

type Point = { x: number; y: number }

/** Puts a finger on Rosa's appointment. Returns where it is, and the functions that move and lift it. */
async function touchRow(page: Page) {
  const box = await rowOfRosa(page).getByText('Folgebehandlung').boundingBox()
  const start: Point = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 5 }
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', start)
  return { start, moveTo: (point: Point) => touch('touchMove', point), lift: () => touch('touchEnd') }
}

const ON_PHONE_ONLY = { tag: '@phone-only' } as const

test('a finger drags an appointment after a long press', ON_PHONE_ONLY, async ({ page, portal }) => {
  const id = await openFullDay(page, portal)
  const scrolledBefore = await page.evaluate(() => scrollY)
  const finger = await touchRow(page)
  await expect(holdHint(page)).toBeVisible()
  // At 10:30 there is another appointment.
  await finger.moveTo(await pointOf(page, MONDAY, '10:40'))
  await expect(page.getByText('belegt', { exact: true })).toBeVisible()
  await finger.moveTo(await pointOf(page, MONDAY, '15:01'))
  await expect(page.getByText(/^Mo \d+\. 09:00 → 15:00$/)).toBeVisible()
  await finger.lift()
  await expect(page.getByText('Verschoben: Rosa Musterfrau')).toBeVisible()
  await expect(rowOfRosa(page)).toContainText('15:00–15:30')
  expect(findLastEvent(portal.ctx(), id)?.kind).toBe('moved')
  expect(await page.evaluate(() => scrollY)).toBe(scrolledBefore)
  // The movement has selected no text.
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await page.getByRole('button', { name: 'Rückgängig: Rosa Musterfrau' }).tap()
  await expectStart(portal, id, instantAt(MONDAY, '09:00'))
})

test('a slow tap with an unsteady finger moves nothing', ON_PHONE_ONLY, async ({ page, portal }) => {
  const id = await openFullDay(page, portal)
  const finger = await touchRow(page)
  await expect(holdHint(page)).toBeVisible()
  await finger.moveTo({ x: finger.start.x, y: finger.start.y + 9 })
  await finger.moveTo({ x: finger.start.x, y: finger.start.y + 20 })
  await finger.lift()
  await expect(holdHint(page)).toBeHidden()
  await expectStart(portal, id, instantAt(MONDAY, '09:00'))
})

test('a finger that moves without a long press scrolls the page', ON_PHONE_ONLY, async ({ page, portal }) => {
  await openFullDay(page, portal)
  const finger = await touchRow(page)
  for (const distance of [20, 60, 120])
    await finger.moveTo({ x: finger.start.x, y: finger.start.y - distance })
  await finger.lift()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
  await expect(holdHint(page)).toBeHidden()
})
