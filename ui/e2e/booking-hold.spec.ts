import type { Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import { getService, saveService } from '../../src/schedule/services.ts'
import { type Instant, MINUTE } from '../../src/shared/day.ts'
import { insertBooking } from '../../src/testing/bookings.ts'
import { fetchServerAnswer } from './fixtures/intercepted-calls.ts'
import { bottomBar, chooseNextFree, expectStep, ROSA, reachVerifiedContact } from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'
import { reachReview } from './fixtures/review.ts'

/** Reads the start of the chosen time where the wizard stores it (ui/booking/wizard/storage.ts). */
async function startOfChosenTime(page: Page): Promise<Instant> {
  const stored = await page.evaluate(() => localStorage.getItem('ordi_slot'))
  const { start } = JSON.parse(stored ?? '{}') as { start?: string }
  if (start === undefined) throw new Error('no time is chosen')
  return Date.parse(start)
}

/** Gives the page a clock that the test moves, and goes on to the review, for which the time is held. */
async function reachReviewWithClock(page: Page, portal: Portal): Promise<void> {
  await page.clock.install()
  // Answers with a date would set the page's clock to the server's.
  await page.route('**/api/**', async (route) => {
    const response = await fetchServerAnswer(route)
    const { date: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await reachReview(page, portal)
}

/** Reads the end of the only hold. */
function endOfHold(portal: Portal): Instant {
  const [hold] = portal.rows<{ expires_at: Instant }>('select expires_at from holds')
  if (!hold) throw new Error('nothing is held')
  return hold.expires_at
}

test('a hold counts down and can be extended', async ({ page, portal }) => {
  const { holdMinutes } = portal.ctx().config
  expect(holdMinutes, 'the minutes from which the page counts down').toBe(10)
  await reachReviewWithClock(page, portal)
  await page.clock.fastForward('08:30')
  await expect(page.getByText(/noch 1:\d\d/)).toBeVisible()

  // The clock of the server has not moved, so the stored end is set as near as the page shows it.
  const firstEnd = endOfHold(portal)
  const nearEnd = firstEnd - holdMinutes * MINUTE + 2 * MINUTE
  for (const table of ['holds', 'occupations'])
    portal.changeRows(`update ${table} set expires_at = ? where expires_at is not null`, nearEnd)
  await page.getByRole('button', { name: 'Verlängern' }).click()
  // The hold starts over at its full length, so it ends later than before.
  await expect.poll(() => endOfHold(portal)).toBeGreaterThan(firstEnd)
})

test('when a hold expires, the booking starts over, and what was entered is kept', async ({
  page,
  portal,
}) => {
  await reachReviewWithClock(page, portal)
  // A hold is shorter than this.
  await page.clock.fastForward('15:00')
  await expect(
    page.getByText('Ihre Reservierung ist abgelaufen. Bitte wählen Sie einen neuen Termin.'),
  ).toBeVisible()
  await expectStep(page, 1)
  const bar = bottomBar(page)
  await expect(bar).toHaveCount(0)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await page.getByRole('button', { name: 'Erstordination' }).click()
  await expectStep(page, 3)
  await expect(bar).toHaveText('ErstordinationZurückWeiter')
  await chooseNextFree(page)
  await expect(page.getByLabel('Nachname')).toHaveValue(ROSA.lastName)
})

test('a link to another service, opened during the review, frees the held time at once', async ({
  page,
  portal,
}) => {
  await reachReview(page, portal)
  const holdCount = () => portal.rows('select id from holds').length
  expect(holdCount()).toBe(1)
  page.on('dialog', (warning) => warning.accept())
  await page.goto('/?service=akupunktur')
  await expectStep(page, 3)
  await expect.poll(holdCount).toBe(0)
})

test('a time that was taken meanwhile leads back to the times, and what was entered is kept', async ({
  page,
  portal,
}) => {
  await reachVerifiedContact(page, portal)
  const startsAt = await startOfChosenTime(page)
  insertBooking(portal.ctx().db, { startsAt, email: 'somebody@else.example' })
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(
    page.getByText('Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.'),
  ).toBeVisible()
  await expectStep(page, 3)
  await chooseNextFree(page)
  await expect(page.getByLabel('Nachname')).toHaveValue(ROSA.lastName)
})

test('a service whose duration has changed meanwhile leads back to the times, and then can be booked', async ({
  page,
  portal,
}) => {
  await reachVerifiedContact(page, portal)
  const ctx = portal.ctx()
  const service = getService(ctx, 'erstordination')
  saveService(ctx, { ...service, durationMin: service.durationMin + 15 })
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText('Diese Leistung hat jetzt eine andere Dauer.')).toBeVisible()
  await expectStep(page, 3)
  await chooseNextFree(page)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
})

test('a service that is gone meanwhile leads back to the services, and the page says so', async ({
  page,
  portal,
}) => {
  await reachVerifiedContact(page, portal)
  const ctx = portal.ctx()
  saveService(ctx, { ...getService(ctx, 'erstordination'), active: false })
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText('Diese Leistung gibt es nicht mehr.')).toBeVisible()
  await expectStep(page, 2)
  await expect(page.getByRole('button', { name: 'Erstordination' })).toHaveCount(0)
})

test('when booking was closed meanwhile, the contact step names the phone number', async ({
  page,
  portal,
}) => {
  await reachVerifiedContact(page, portal)
  writeSettings(portal.ctx(), 'general', { booking_maintenance_active: true })
  await page.getByRole('button', { name: 'Weiter' }).click()
  const bar = bottomBar(page)
  await expect(bar).toContainText('Die Online-Buchung ist derzeit geschlossen. Bitte rufen Sie uns an.')
  await expect(bar.getByRole('link')).toHaveAttribute('href', /^tel:/)
})
