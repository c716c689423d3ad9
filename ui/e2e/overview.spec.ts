import { decideBooking } from '../../src/booking/decisions.ts'
import { moveBooking } from '../../src/booking/moves.ts'
import { HOUR } from '../../src/shared/day.ts'
import { addAppointment } from './fixtures/bookings.ts'
import { delayAnswers, expectHeading, serverAnswer } from './fixtures/page.ts'
import { expect, test } from './fixtures/portal.ts'

test('the overview shows the state of the appointment and what can be done with it', async ({
  page,
  portal,
}) => {
  const open = async (badge: string, appointment: ReturnType<typeof addAppointment>) => {
    await page.goto(appointment.overview)
    await expectHeading(page, 'Terminübersicht')
    await expect(page.getByText(badge, { exact: true })).toBeVisible()
  }
  const cancel = page.getByRole('link', { name: 'Termin absagen' })
  const again = page.getByRole('link', { name: 'Neuen Termin buchen' })
  const calendar = page.getByRole('link', { name: 'In den Kalender übernehmen' })

  const requested = addAppointment(portal)
  await open('auf manuelle Bestätigung wartend', requested)
  await expect(page.getByText(requested.id)).toBeVisible()
  await expect(page.getByText('eine Liste Ihrer Medikamente')).toBeVisible()
  await expect(cancel).toHaveAttribute('href', requested.cancel)
  await expect(page.getByRole('link', { name: 'Schreiben' })).toHaveAttribute(
    'href',
    /^mailto:termine@ordination/,
  )

  await open('Bestätigt', addAppointment(portal, { status: 'confirmed' }))
  const [download] = await Promise.all([page.waitForEvent('download'), calendar.click()])
  expect(download.suggestedFilename()).toBe('termin.ics')

  await open('Storniert', addAppointment(portal, { status: 'cancelled' }))
  await expect(page.getByText('Dieser Termin wurde abgesagt.')).toBeVisible()
  await expect(again).toContainText('Nächster freier Termin')
  await expect(cancel).toHaveCount(0)
  await expect(calendar).toHaveCount(0)

  const rejected = addAppointment(portal)
  decideBooking({ ...portal.ctx(), actor: { kind: 'staff-link' } }, rejected.id, {
    decision: 'reject',
    message: 'Wir sind auf Urlaub.',
  })
  await open('Abgelehnt', rejected)
  await expect(page.getByText('Die Ordination konnte diesen Termin leider nicht bestätigen.')).toBeVisible()
  await expect(page.getByText('Nachricht der Ordination: „Wir sind auf Urlaub.“')).toBeVisible()
  // The hint what to bring is gone with the appointment, and the next free time stands in its place.
  await expect(page.getByText('vorhandene Befunde')).toHaveCount(0)
  await expect(cancel).toHaveCount(0)
  await expect(again).toContainText('Nächster freier Termin')
  await again.click()
  await expect(page).toHaveURL(/#step-3$/)

  await open('Bestätigt', addAppointment(portal, { status: 'confirmed', startsAt: Date.now() + 5 * HOUR }))
  await expect(page.getByText(/^Dieser Termin ist in rund 5\sStunden, .* bitte telefonisch\.$/)).toBeVisible()
  await expect(page.getByText(/^(heute|morgen), in rund 5\sStunden$/)).toBeVisible()
  await expect(cancel).toHaveCount(0)
  const over = addAppointment(portal, { status: 'confirmed', startsAt: Date.now() - 30 * HOUR })
  await open('vorbei', over)
  await expect(page.getByText('bitte telefonisch')).toHaveCount(0)
  await expect(page.getByText('Bestätigt', { exact: true })).toHaveCount(0)
  await expect(cancel).toHaveCount(0)
  await expect(again).toBeVisible()
  await page.goto(over.cancel)
  await expect(page.getByText('Dieser Termin ist vorbei.')).toBeVisible()
  await expect(page.getByText('hat bereits begonnen')).toHaveCount(0)
  await open('nicht bestätigt', addAppointment(portal, { startsAt: Date.now() - 50 * HOUR }))
  await expect(page.getByText('Bis zum Beginn kam keine Bestätigung.')).toBeVisible()

  moveBooking(portal.ctx(), requested.id, { start: requested.startsAt + HOUR, message: '', notify: false })
  await open('auf manuelle Bestätigung wartend', requested)
  await expect(page.getByRole('main')).toContainText('09:30 Uhr')

  await page.route('**/api/bookings/*', async (route) => {
    const answer = (await (await serverAnswer(route)).json()) as object
    await route.fulfill({ json: { ...answer, status: 'verschoben' } })
  })
  await page.goto(requested.cancel)
  await expect(page.getByText('Verschoben', { exact: true })).toBeVisible()
})

test('the appointment and its links are there before the code', async ({ page, portal }) => {
  const appointment = addAppointment(portal, { status: 'confirmed' })
  const sendScripts = await delayAnswers(page, '**/assets/*.js')
  await page.goto(appointment.overview, { waitUntil: 'commit' })
  await expectHeading(page, 'Terminübersicht')
  await expect(page.getByRole('main')).toContainText('08:30 Uhr')
  await page.getByRole('link', { name: 'Termin absagen' }).click()
  await expect(page).toHaveURL(appointment.cancel)
  await sendScripts()
  await expectHeading(page, 'Termin absagen')
})

test('the map is loaded when the patient asks for it, and not before', async ({ page, portal }) => {
  const calls: string[] = []
  await page.route(/google/, (route) => {
    calls.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>Karte</title><p>Eine Karte</p>' })
  })
  await page.goto(addAppointment(portal).overview)
  await expect(page.getByText('Beim Laden erfährt der Kartendienst Ihre IP-Adresse.')).toBeVisible()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Karte laden' }).click()
  await expect(page.frameLocator('iframe').getByText('Eine Karte')).toBeVisible()
  expect(calls.length).toBeGreaterThan(0)
})
