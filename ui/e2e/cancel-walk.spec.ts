import { TOO_LATE } from '../../src/shared/booking.ts'
import { HOUR } from '../../src/shared/day.ts'
import { anAppointment } from './appointments.ts'
import { answersHtml, seesHeading } from './page.ts'
import { expect, test } from './portal.ts'

const BOOKING_CALLS = '**/api/bookings/*'
const CANCEL_CALL = '**/api/patient/reject'
const BOX = 'Stornierung online nicht mehr möglich'

test('a patient cancels: with a reason, once, and sees what comes next', async ({ page, portal, look }) => {
  const appointment = anAppointment(portal, { status: 'confirmed' })
  await page.goto(appointment.overview)
  await page.getByRole('link', { name: 'Termin absagen' }).click()
  await seesHeading(page, 'Termin stornieren')
  await expect(page.getByText('Bestätigt', { exact: true })).toBeVisible()
  await look(page, 'stornieren')
  await page.getByRole('button', { name: 'Zurück' }).click()
  await seesHeading(page, 'Terminübersicht')
  expect([appointment.status(), appointment.letters()]).toEqual(['confirmed', []])

  await page.goto(appointment.cancel)
  await page.getByLabel('Grund').fill('Ich bin leider verreist.')
  await look(page, 'stornieren-mit-grund')
  await page.getByRole('button', { name: 'Termin stornieren' }).dblclick()
  await seesHeading(page, 'Termin storniert')
  await expect(page.getByRole('status')).toHaveText('Der Termin wurde storniert.')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await look(page, 'storniert')
  expect(appointment.status()).toBe('cancelled')
  expect(appointment.letters()).toEqual(['cancelled', 'cancelled-by-patient'])
  const mail = await portal.mailTo('termine@ordination.example', /^Termin storniert/)
  expect(mail.text).toContain('> Ich bin leider verreist.')

  await page.reload()
  await expect(page.getByText('Dieser Termin wurde bereits storniert.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Termin stornieren' })).toHaveCount(0)
  await look(page, 'stornieren-schon-storniert')
  await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
  await expect(page.getByText('Storniert', { exact: true })).toBeVisible()
})

test('it is too late: known at once, or told by the server, with whom to call', async ({
  page,
  portal,
  look,
}) => {
  const soon = anAppointment(portal, { status: 'confirmed', startsAt: Date.now() + 5 * HOUR })
  await page.goto(soon.cancel)
  await expect(page.getByText(TOO_LATE)).toBeVisible()
  await expect(page.getByRole('heading', { name: BOX })).toBeVisible()
  await expect(page.getByText(/Er beginnt in (4,9|5) Stunden\./)).toBeVisible()
  await expect(page.getByText('+43 5572 000000')).toBeVisible()
  await expect(page.getByText('termine@ordination.example')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Termin stornieren' })).toHaveCount(0)
  await look(page, 'stornieren-zu-spaet')

  const appointment = anAppointment(portal)
  await page.goto(appointment.cancel)
  await expect(page.getByRole('button', { name: 'Termin stornieren' })).toBeVisible()
  const moved = Date.now() + 3 * HOUR
  portal.rows(
    'update bookings set starts_at = ?, ends_at = ? where id = ? returning id',
    moved,
    moved + HOUR,
    appointment.id,
  )
  await page.getByRole('button', { name: 'Termin stornieren' }).click()
  await seesHeading(page, 'Termin nicht storniert')
  await expect(page.getByRole('alert')).toContainText(TOO_LATE)
  await expect(page.getByRole('heading', { name: BOX })).toBeVisible()
  await expect(page.getByText('Er beginnt in 3 Stunden.')).toBeVisible()
  await look(page, 'stornieren-inzwischen-zu-spaet')
  expect([appointment.status(), appointment.letters()]).toEqual(['requested', []])

  const begun = anAppointment(portal, { status: 'confirmed', startsAt: Date.now() - HOUR })
  await page.goto(begun.cancel)
  await expect(page.getByText('Er hat bereits begonnen.')).toBeVisible()
  await look(page, 'stornieren-schon-begonnen')
})

test('there is nothing to cancel: rejected, unknown, or a link without its id', async ({
  page,
  portal,
  look,
}) => {
  await page.goto(anAppointment(portal, { status: 'rejected' }).cancel)
  await expect(page.getByText('Dieser Termin wurde bereits abgelehnt.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Neuen Termin buchen' })).toBeVisible()
  await look(page, 'stornieren-schon-abgelehnt')
  await page.goto(`/patient/reject?id=${'x'.repeat(32)}`)
  await seesHeading(page, 'Termin nicht gefunden')
  await expect(page.getByText('Der Termin konnte nicht gefunden werden.')).toBeVisible()
  await look(page, 'stornieren-nicht-gefunden')
  await page.goto('/patient/reject')
  await expect(page.getByText('Ungültiger Link (keine ID).')).toBeVisible()
  await look(page, 'stornieren-ohne-id')
})

test('what fails on the way can be tried again, and nothing that was typed is lost', async ({
  page,
  portal,
  look,
}) => {
  const appointment = anAppointment(portal)
  await page.route(BOOKING_CALLS, (route) =>
    route.fulfill({
      status: 503,
      json: { error: 'unavailable', message: 'Die Buchung ist gerade nicht möglich.' },
    }),
  )
  await page.goto(appointment.cancel)
  await expect(page.getByText('Termindetails konnten nicht geladen werden.')).toBeVisible({ timeout: 30_000 })
  await look(page, 'stornieren-nicht-geladen')
  await page.unroute(BOOKING_CALLS)
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()

  await page.getByLabel('Grund').fill('Bin verreist.')
  await page.route(CANCEL_CALL, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' }),
  )
  await page.getByRole('button', { name: 'Termin stornieren' }).click()
  await expect(page.getByRole('alert')).toContainText('Storno fehlgeschlagen.')
  await look(page, 'stornieren-fehlgeschlagen')
  await page.unroute(CANCEL_CALL)
  await expect(page.getByLabel('Grund')).toHaveValue('Bin verreist.')
  await page.getByRole('button', { name: 'Termin stornieren' }).click()
  await seesHeading(page, 'Termin storniert')
  expect(appointment.letters()).toEqual(['cancelled', 'cancelled-by-patient'])
})

test('HTML of the server is shown in a frame without any rights', async ({ portal, look, context }) => {
  const { cancel } = anAppointment(portal)
  // The browser complains of whatever such a frame may not do, so this is a page that nobody listens to.
  const page = await context.newPage()
  await page.goto(cancel)
  await seesHeading(page, 'Termin stornieren')
  await answersHtml(
    page,
    CANCEL_CALL,
    '<h2>Storniert</h2><p>Auf Wiedersehen.</p><script>top.document.title = "x"</script>',
  )
  await page.getByRole('button', { name: 'Termin stornieren' }).click()
  await expect(page.frameLocator('iframe[title="Ergebnis"]').getByText('Auf Wiedersehen.')).toBeVisible()
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
  await expect(page).toHaveTitle(/^Termin storniert/)
  await look(page, 'storniert-html')
})
