import { writeSettings } from '../../src/practice/settings.ts'
import { addBookingWithLinks, closePractice, dayFromToday } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { bottomBar, openTimes } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

// Calls of the patients’ pages fail here, or their answers lack something.

/** Calls for one booking. */
const BOOKING_CALLS = '**/api/bookings/*'

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

test('a server that answers nothing counts as unreachable after all attempts have timed out', async ({
  page,
}) => {
  for (const call of ['status', 'health']) await page.route(`**/api/${call}`, () => undefined)
  await page.goto('/')
  // Three attempts of a second, and then the health call of 3.5 seconds (docs/behaviour.md 1.8).
  await expectHeading(page, 'Online-Buchung derzeit nicht möglich')
  await expect(page.getByRole('link', { name: 'Anrufen' })).toBeVisible()
})

test('without the server and a phone number the page names nobody to call', async ({ page, portal }) => {
  writeSettings(portal.ctx(), 'practice', { phone: '' })
  await page.route('**/api/status', (route) => route.abort())
  await page.goto('/')
  await expectHeading(page, 'System vorübergehend nicht erreichbar')
  await expect(page.getByRole('link', { name: 'Anrufen' })).toHaveCount(0)
})

for (const { what, json } of [
  { what: 'only says that booking is closed', json: { booking: { open: false } } },
  { what: 'does not say whether booking is open', json: {} },
])
  test(`a status that ${what} leads to the maintenance page`, async ({ page, portal }) => {
    writeSettings(portal.ctx(), 'general', { booking_maintenance_active: true })
    await page.route('**/api/status', (route) => route.fulfill({ json }))
    const answered = page.waitForResponse('**/api/status')
    await page.goto('/')
    await answered
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expectHeading(page, 'Online-Buchung derzeit nicht möglich')
    const call = page.getByRole('link', { name: 'Anrufen' })
    await expect(call, 'the number that came with the page').toBeVisible()
  })

test('a patient can book when the closed days cannot be loaded', async ({ page, portal }) => {
  closePractice(portal, 'Urlaub', dayFromToday(1))
  await page.route('**/api/closures*', (route) => route.abort())
  await openTimes(page)
  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByRole('button', { name: /^\d\d:\d\d$/ }).first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('an appointment that cannot be loaded can be loaded again', async ({ page, portal }) => {
  await page.route(BOOKING_CALLS, (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }))
  await page.goto(addBookingWithLinks(portal).cancelUrl)
  await expect(page.getByText('Termindetails konnten nicht geladen werden.')).toBeVisible()
  await page.unroute(BOOKING_CALLS)
  const letAnswersArrive = await delayAnswers(page, BOOKING_CALLS)
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await expect(page.getByText('Lade Termin …')).toBeAttached()
  await letAnswersArrive()
  await expect(page.getByText('auf manuelle Bestätigung wartend')).toBeVisible()
})

/** Two decisions about an appointment: how the page makes them, and what shows their failure and success. */
const DECISIONS = [
  {
    action: 'cancel',
    call: '**/api/patient/reject',
    button: 'Termin stornieren',
    field: 'Grund',
    failure: 'Storno fehlgeschlagen.',
    heading: 'Termin abgesagt',
    statusAndMails: ['cancelled', 'cancelled', 'cancelled-by-patient'],
  },
  {
    action: 'confirm',
    call: '**/api/admin/confirm',
    button: 'Termin bestätigen',
    field: /^Nachricht/,
    failure: 'Bestätigung fehlgeschlagen.',
    heading: 'Termin bestätigt',
    statusAndMails: ['confirmed', 'confirmed'],
  },
] as const

for (const decision of DECISIONS)
  test(`a failed call to ${decision.action} can be repeated with the same text`, async ({ page, portal }) => {
    const appointment = addBookingWithLinks(portal)
    await page.goto(appointment[`${decision.action}Url`])
    await page.getByLabel(decision.field).fill('Ein Satz.')
    await page.route(decision.call, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' }),
    )
    await page.getByRole('button', { name: decision.button }).click()
    await expect(bottomBar(page).getByRole('alert')).toHaveText(`${decision.failure} Noch einmal?`)
    await page.unroute(decision.call)
    await expect(page.getByLabel(decision.field)).toHaveValue('Ein Satz.')
    await page.getByRole('button', { name: 'Noch einmal?' }).click()
    await expectHeading(page, decision.heading)
    expect(appointment.statusAndMails()).toEqual(decision.statusAndMails)
  })
