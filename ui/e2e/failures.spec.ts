import type { Locator, Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import {
  addBookingWithLinks,
  closePractice,
  dayFromToday,
  instantAt,
  mondayAfterNext,
} from './fixtures/bookings.ts'
import { NO_CONNECTION } from './fixtures/failures.ts'
import { expectHeading } from './fixtures/headings.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import {
  chooseNextFree,
  expectStep,
  fillContact,
  openTimes,
  ROSA,
  reachVerifiedContact,
  svnrField,
  verifyEmail,
} from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'
import { PHONE } from './fixtures/windows.ts'

/** Calls for one booking. */
const BOOKING_CALLS = '**/api/bookings/*'

/** The bar at the bottom of the window, with the button that goes on. */
function bottomBar(page: Page): Locator {
  return page.getByRole('region', { name: 'Auswahl und weiter' })
}

test('without the server the patient reads whom to call, and nothing about a past closing', async ({
  page,
  portal,
}) => {
  writeSettings(portal.ctx(), 'general', { maintenance_message: 'Wir sind auf Urlaub.' })
  await page.route('**/api/status', (route) => route.abort())
  await page.goto('/')
  await expectHeading(page, 'System vorübergehend nicht erreichbar')
  await expect(page.getByRole('link', { name: 'Anrufen' })).toBeVisible()
  await expect(page.getByText('Wir sind auf Urlaub.')).toHaveCount(0)
})

test('without the server and a phone number the page names nobody to call', async ({ page, portal }) => {
  writeSettings(portal.ctx(), 'practice', { phone: '' })
  await page.route('**/api/status', (route) => route.abort())
  await page.goto('/')
  await expectHeading(page, 'System vorübergehend nicht erreichbar')
  await expect(page.getByRole('link', { name: 'Anrufen' })).toHaveCount(0)
})

test('a status that only says that booking is closed leads to the maintenance page', async ({
  page,
  portal,
}) => {
  writeSettings(portal.ctx(), 'general', { booking_maintenance_active: true })
  await page.route('**/api/status', (route) => route.fulfill({ json: { booking: { open: false } } }))
  const answered = page.waitForResponse('**/api/status')
  await page.goto('/')
  await answered
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expectHeading(page, 'Online-Buchung derzeit nicht möglich')
})

test('when the server is gone for a while, the patient loses nothing', async ({ page, portal }) => {
  await page.setViewportSize(PHONE)
  await openTimes(page)
  await chooseNextFree(page)
  await fillContact(page)
  await portal.stop()
  await page.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(page.getByText(NO_CONNECTION)).toBeVisible()
  await portal.start()
  await verifyEmail(page, portal)
  await svnrField(page).fill(ROSA.svnr)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
})

test('when the connection is gone for a while, the bar says so, and its button goes on', async ({
  page,
  context,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  await reachVerifiedContact(page, portal)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Weiter' }).click()
  const fault = bottomBar(page).getByRole('alert')
  await expect(fault).toHaveText('Keine Verbindung. Ihre Angaben bleiben hier. Noch einmal?')
  await expect(fault).toBeInViewport({ ratio: 1 })
  // The icon has the colour of the sentence.
  const colourOf = (element: Element) => getComputedStyle(element).color
  expect(await fault.locator('svg').evaluate(colourOf)).toBe(await fault.evaluate(colourOf))
  await context.setOffline(false)
  await fault.getByRole('button', { name: 'Noch einmal?' }).click()
  await expectStep(page, 5)
})

test('a patient can book when the closed days cannot be loaded', async ({ page, portal }) => {
  closePractice(portal, 'Urlaub', dayFromToday(1))
  await page.route('**/api/closures*', (route) => route.abort())
  await openTimes(page)
  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByRole('button', { name: /^\d\d:\d\d$/ }).first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the code of a page is requested again if it gets lost', async ({ browser, portal }) => {
  // Each lost file is an error of the page. Errors of a page that the test opens itself are not collected.
  const page = await browser.newPage()
  const code = /\/assets\/cancel-page-[^/]*\.js/
  let lost = 0
  await page.route(code, (route) => {
    lost++
    return route.abort('connectionreset')
  })
  await page.goto(portal.url + addBookingWithLinks(portal).cancel)
  // The file is requested in advance, and again when the page needs it.
  await expect.poll(() => lost).toBeGreaterThanOrEqual(2)
  await page.unroute(code)
  await expect(page.getByText('auf manuelle Bestätigung wartend')).toBeVisible()
})

test('an appointment that cannot be loaded can be loaded again', async ({ page, portal }) => {
  await page.route(BOOKING_CALLS, (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }))
  await page.goto(addBookingWithLinks(portal).cancel)
  await expect(page.getByText('Termindetails konnten nicht geladen werden.')).toBeVisible()
  await page.unroute(BOOKING_CALLS)
  const answer = await delayAnswers(page, BOOKING_CALLS)
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await expect(page.getByText('Lade Termin …')).toBeAttached()
  await answer()
  await expect(page.getByText('auf manuelle Bestätigung wartend')).toBeVisible()
})

for (const { action, call, button, field, sentence, heading, statusAndMails } of [
  {
    action: 'cancel',
    call: '**/api/patient/reject',
    button: 'Termin stornieren',
    field: 'Grund',
    sentence: 'Storno fehlgeschlagen.',
    heading: 'Termin abgesagt',
    statusAndMails: ['cancelled', 'cancelled', 'cancelled-by-patient'],
  },
  {
    action: 'confirm',
    call: '**/api/admin/confirm',
    button: 'Termin bestätigen',
    field: /^Nachricht/,
    sentence: 'Bestätigung fehlgeschlagen.',
    heading: 'Termin bestätigt',
    statusAndMails: ['confirmed', 'confirmed'],
  },
] as const)
  test(`a failed call to ${action} can be repeated with the same text`, async ({ page, portal }) => {
    const appointment = addBookingWithLinks(portal)
    await page.goto(appointment[action])
    await page.getByLabel(field).fill('Ein Satz.')
    await page.route(call, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' }),
    )
    await page.getByRole('button', { name: button }).click()
    await expect(bottomBar(page).getByRole('alert')).toHaveText(`${sentence} Noch einmal?`)
    await page.unroute(call)
    await expect(page.getByLabel(field)).toHaveValue('Ein Satz.')
    await page.getByRole('button', { name: 'Noch einmal?' }).click()
    await expectHeading(page, heading)
    expect(appointment.statusAndMails()).toEqual(statusAndMails)
  })

for (const { addressOf, button, heading } of [
  {
    addressOf: ({ id }) => `/patient/waiting-list?booking=${id}`,
    button: 'Auf die Warteliste',
    heading: 'Sie stehen auf der Warteliste',
  },
  {
    addressOf: ({ id }) =>
      `/patient/move?id=${id}&start=${new Date(instantAt(mondayAfterNext(), '11:00')).toISOString()}`,
    button: 'Termin verschieben',
    heading: 'Reservierung verschoben',
  },
  { addressOf: ({ cancel }) => cancel, button: 'Termin stornieren', heading: 'Termin abgesagt' },
  { addressOf: ({ reject }) => reject, button: 'Termin ablehnen', heading: 'Termin abgelehnt' },
] satisfies readonly {
  addressOf: (booking: ReturnType<typeof addBookingWithLinks>) => string
  button: string
  heading: string
}[])
  test(`without a connection the bar says so beside "${button}", and tries again`, async ({
    page,
    context,
    portal,
  }) => {
    await page.setViewportSize(PHONE)
    await page.goto(addressOf(addBookingWithLinks(portal, { serviceId: 'folgebehandlung' })))
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('button', { name: button }).click()
    const fault = bottomBar(page).getByRole('alert')
    await expect(fault).toHaveText('Keine Verbindung. Ihre Angaben bleiben hier. Noch einmal?')
    await expect(fault).toBeInViewport({ ratio: 1 })
    await context.setOffline(false)
    await fault.getByRole('button', { name: 'Noch einmal?' }).click()
    await expectHeading(page, heading)
  })
