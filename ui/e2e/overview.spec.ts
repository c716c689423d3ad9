import type { Page } from 'playwright/test'
import { decideBooking } from '../../src/booking/decisions.ts'
import { moveBooking } from '../../src/booking/moves.ts'
import { HOUR } from '../../src/shared/day.ts'
import { clockTime } from '../../src/shared/format.ts'
import { addBookingWithLinks } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { SCRIPTS } from './fixtures/late-code.ts'
import { expect, test } from './fixtures/portal.ts'

/** Links of the overview that only some appointments have. */
const cancelLink = (page: Page) => page.getByRole('link', { name: 'Termin absagen' })
const newBookingLink = (page: Page) => page.getByRole('link', { name: 'Neuen Termin buchen' })
const calendarLink = (page: Page) => page.getByRole('link', { name: 'In den Kalender übernehmen' })

/** Opens the overview of an appointment, and waits until its status is `badge`. */
async function openOverview(
  page: Page,
  { overviewUrl }: { overviewUrl: string },
  badge: string,
): Promise<void> {
  await page.goto(overviewUrl)
  await expectHeading(page, 'Terminübersicht')
  await expect(page.getByText(badge, { exact: true })).toBeVisible()
}

test('the overview of a request says that it waits, what to bring and how to cancel', async ({
  page,
  portal,
}) => {
  const requested = addBookingWithLinks(portal)
  await openOverview(page, requested, 'auf manuelle Bestätigung wartend')
  await expect(page.getByText(requested.id)).toBeVisible()
  await expect(page.getByText('eine Liste Ihrer Medikamente')).toBeVisible()
  await expect(cancelLink(page)).toHaveAttribute('href', requested.cancelUrl)
  await expect(page.getByRole('link', { name: 'Schreiben' })).toHaveAttribute(
    'href',
    /^mailto:termine@ordination/,
  )
})

test('a confirmed appointment can be taken into the calendar', async ({ page, portal }) => {
  await openOverview(page, addBookingWithLinks(portal, { status: 'confirmed' }), 'Bestätigt')
  const [download] = await Promise.all([page.waitForEvent('download'), calendarLink(page).click()])
  expect(download.suggestedFilename()).toBe('termin.ics')
})

test('a cancelled appointment leads to a new booking, and cannot be cancelled again', async ({
  page,
  portal,
}) => {
  await openOverview(page, addBookingWithLinks(portal, { status: 'cancelled' }), 'Storniert')
  await expect(page.getByText('Dieser Termin wurde abgesagt.')).toBeVisible()
  await expect(newBookingLink(page)).toContainText('Nächster freier Termin')
  await expect(cancelLink(page)).toHaveCount(0)
  await expect(calendarLink(page)).toHaveCount(0)
})

test('a rejected appointment shows the message of the practice and leads to the next free time', async ({
  page,
  portal,
}) => {
  const rejected = addBookingWithLinks(portal)
  decideBooking({ ...portal.ctx(), actor: { kind: 'staff-link' } }, rejected.id, {
    decision: 'reject',
    message: 'Wir sind auf Urlaub.',
  })
  await openOverview(page, rejected, 'Abgelehnt')
  await expect(page.getByText('Die Ordination konnte diesen Termin leider nicht bestätigen.')).toBeVisible()
  await expect(page.getByText('Nachricht der Ordination: „Wir sind auf Urlaub.“')).toBeVisible()
  // The next free time has replaced the hint on what to bring.
  await expect(page.getByText('vorhandene Befunde')).toHaveCount(0)
  await expect(cancelLink(page)).toHaveCount(0)
  await expect(newBookingLink(page)).toContainText('Nächster freier Termin')
  await newBookingLink(page).click()
  await expect(page).toHaveURL(/#step-3$/)
})

test('an appointment in a few hours can be cancelled by telephone only', async ({ page, portal }) => {
  // By default, a patient can cancel online until a day before.
  const soon = addBookingWithLinks(portal, { status: 'confirmed', startsAt: Date.now() + 5 * HOUR })
  await openOverview(page, soon, 'Bestätigt')
  await expect(page.getByText(/^Dieser Termin ist in rund 5\sStunden, .* bitte telefonisch\.$/)).toBeVisible()
  await expect(page.getByText(/^(heute|morgen), in rund 5\sStunden$/)).toBeVisible()
  await expect(cancelLink(page)).toHaveCount(0)
})

test('a past appointment can no longer be cancelled', async ({ page, portal }) => {
  const over = addBookingWithLinks(portal, { status: 'confirmed', startsAt: Date.now() - 30 * HOUR })
  await openOverview(page, over, 'vorbei')
  await expect(page.getByText('bitte telefonisch')).toHaveCount(0)
  await expect(page.getByText('Bestätigt', { exact: true })).toHaveCount(0)
  await expect(cancelLink(page)).toHaveCount(0)
  await expect(newBookingLink(page)).toBeVisible()
  await page.goto(over.cancelUrl)
  await expect(page.getByText('Dieser Termin ist vorbei.')).toBeVisible()
  await expect(page.getByText('hat bereits begonnen')).toHaveCount(0)
})

test('a request that was not answered before its start is not confirmed', async ({ page, portal }) => {
  const unanswered = addBookingWithLinks(portal, { startsAt: Date.now() - 50 * HOUR })
  await openOverview(page, unanswered, 'nicht bestätigt')
  await expect(page.getByText('Bis zum Beginn kam keine Bestätigung.')).toBeVisible()
})

test('a request that the practice moves still waits, at its new time', async ({ page, portal }) => {
  const requested = addBookingWithLinks(portal)
  moveBooking(portal.ctx(), requested.id, { start: requested.startsAt + HOUR, message: '', notify: false })
  await openOverview(page, requested, 'auf manuelle Bestätigung wartend')
  await expect(page.getByRole('main')).toContainText(clockTime(requested.startsAt + HOUR))
})

test('the appointment and its links are there before the scripts have loaded', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal, { status: 'confirmed' })
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto(appointment.overviewUrl, { waitUntil: 'commit' })
  await expectHeading(page, 'Terminübersicht')
  await expect(page.getByRole('main')).toContainText(clockTime(appointment.startsAt))
  await page.getByRole('link', { name: 'Termin absagen' }).click()
  await expect(page).toHaveURL(appointment.cancelUrl)
  await letCodeArrive()
  await expectHeading(page, 'Termin absagen')
})

test('the map is loaded only when the patient asks for it', async ({ page, portal }) => {
  const mapCalls: string[] = []
  await page.route(/google/, (route) => {
    mapCalls.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>Karte</title><p>Eine Karte</p>' })
  })
  await page.goto(addBookingWithLinks(portal).overviewUrl)
  await expect(page.getByText('Beim Laden erfährt der Kartendienst Ihre IP-Adresse.')).toBeVisible()
  expect(mapCalls).toEqual([])
  await page.getByRole('button', { name: 'Karte laden' }).click()
  await expect(page.frameLocator('iframe').getByText('Eine Karte')).toBeVisible()
  expect(mapCalls.length).toBeGreaterThan(0)
})
