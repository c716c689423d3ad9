import type { Locator, Page } from 'playwright/test'
import { findLastEvent } from '../../src/booking/events.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, expectStart, instantAt } from './fixtures/bookings.ts'
import { MONDAY, openCalendar, pointOfDay } from './fixtures/calendar.ts'
import type { Portal } from './fixtures/portal.ts'

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

const RUNS_ON_PHONE_ONLY = { tag: '@runs-on-phone-only' } as const

test('a finger drags an appointment after a long press', RUNS_ON_PHONE_ONLY, async ({ page, portal }) => {
  const id = await openFullDay(page, portal)
  const scrolledBefore = await page.evaluate(() => scrollY)
  const finger = await touchRow(page)
  await expect(holdHint(page)).toBeVisible()
  // At 10:30 there is another appointment.
  await finger.moveTo(await pointOfDay(page, MONDAY, '10:40'))
  await expect(page.getByText('belegt', { exact: true })).toBeVisible()
  await finger.moveTo(await pointOfDay(page, MONDAY, '15:01'))
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

test('a slow tap with an unsteady finger moves nothing', RUNS_ON_PHONE_ONLY, async ({ page, portal }) => {
  const id = await openFullDay(page, portal)
  const finger = await touchRow(page)
  await expect(holdHint(page)).toBeVisible()
  await finger.moveTo({ x: finger.start.x, y: finger.start.y + 9 })
  await finger.moveTo({ x: finger.start.x, y: finger.start.y + 20 })
  await finger.lift()
  await expect(holdHint(page)).toBeHidden()
  await expectStart(portal, id, instantAt(MONDAY, '09:00'))
})

test(
  'a finger that moves without a long press scrolls the page',
  RUNS_ON_PHONE_ONLY,
  async ({ page, portal }) => {
    await openFullDay(page, portal)
    const finger = await touchRow(page)
    for (const distance of [20, 60, 120])
      await finger.moveTo({ x: finger.start.x, y: finger.start.y - distance })
    await finger.lift()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
    await expect(holdHint(page)).toBeHidden()
  },
)
