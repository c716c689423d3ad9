import { decideBooking } from '../../src/booking/decisions.ts'
import { moveBooking } from '../../src/booking/moves.ts'
import { HOUR } from '../../src/shared/day.ts'
import { addAppointment } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/page.ts'
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
  await expect(page.getByText('Dieser Termin wurde storniert.')).toBeVisible()
  await expect(again).toBeVisible()
  await expect(cancel).toHaveCount(0)
  await expect(calendar).toHaveCount(0)

  const rejected = addAppointment(portal)
  decideBooking(
    { ...portal.ctx(), actor: { kind: 'staff-link' } },
    rejected.id,
    'reject',
    'Wir sind auf Urlaub.',
  )
  await open('Abgelehnt', rejected)
  await expect(page.getByText('Die Ordination konnte diesen Termin leider nicht bestätigen.')).toBeVisible()
  await expect(page.getByText('Nachricht der Ordination: „Wir sind auf Urlaub.“')).toBeVisible()
  await expect(page.getByText('vorhandene Befunde')).toBeVisible()
  await expect(again).toBeVisible()
  await expect(cancel).toHaveCount(0)

  await open('Bestätigt', addAppointment(portal, { status: 'confirmed', startsAt: Date.now() + 5 * HOUR }))
  await expect(page.getByText(/^Online stornieren ging bis .* Bitte rufen Sie uns jetzt an\.$/)).toBeVisible()
  await expect(page.getByText(/^(heute|morgen), in rund 5\sStunden$/)).toBeVisible()
  await expect(cancel).toHaveCount(0)
  await open('Bestätigt', addAppointment(portal, { status: 'confirmed', startsAt: Date.now() - 30 * HOUR }))
  await expect(cancel).toHaveCount(0)
  await expect(again).toBeVisible()

  moveBooking(portal.ctx(), requested.id, { start: requested.startsAt + HOUR, message: '', notify: false })
  await open('auf manuelle Bestätigung wartend', requested)
  await expect(page.getByRole('main')).toContainText('09:30 Uhr')

  await page.route('**/api/bookings/*', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...answer, status: 'verschoben' } })
  })
  await open('Verschoben', requested)
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
