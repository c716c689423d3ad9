import { DEFAULT_CANCEL_HOURS, tooLateText } from '../../src/shared/cut-off.ts'
import { HOUR } from '../../src/shared/day.ts'
import { addBookingWithLinks } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { fetchServerAnswer } from './fixtures/intercepted-calls.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { expect, test } from './fixtures/portal.ts'

const TOO_LATE = tooLateText('Stornierung', DEFAULT_CANCEL_HOURS)

test(
  'a patient cancels an appointment once, with a reason, and sees the next free time',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    const appointment = addBookingWithLinks(portal, { status: 'confirmed' })
    await page.goto(appointment.overviewUrl)
    await test.step('the patient goes back without cancelling', async () => {
      await page.getByRole('link', { name: 'Termin absagen' }).click()
      await expectHeading(page, 'Termin absagen')
      await page.getByRole('button', { name: 'Zurück' }).click()
      await expectHeading(page, 'Terminübersicht')
      expect(appointment.statusAndMails()).toEqual(['confirmed'])
    })

    const newBooking = page.getByRole('link', { name: 'Neuen Termin buchen' })
    await test.step('the appointment is cancelled once, although the button is pressed twice', async () => {
      await page.goto(appointment.cancelUrl)
      await page.getByLabel('Grund').fill('Ich bin leider verreist.')
      await page.reload()
      await expect(page.getByLabel('Grund'), 'after a reload').toHaveValue('Ich bin leider verreist.')
      await page.getByRole('button', { name: 'Termin stornieren' }).dblclick()
      await expectHeading(page, 'Termin abgesagt')
      expect(await page.evaluate(() => sessionStorage.getItem('ordi_message'))).toBeNull()
      await expect(page.getByRole('status')).toHaveText('Der Termin wurde storniert.')
      await expect(newBooking).toContainText('Nächster freier Termin')
      await expect(newBooking).toHaveAttribute('href', /^\/\?service=akupunktur&date=\d{4}-\d\d-\d\d$/)
      await look(page, 'cancel-2-done')
      expect(appointment.statusAndMails()).toEqual(['cancelled', 'cancelled', 'cancelled-by-patient'])
    })

    await test.step('the overview says so, and the practice gets the reason', async () => {
      await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
      await expect(page.getByText('Dieser Termin wurde abgesagt.')).toBeVisible()
      await expect(newBooking, 'at once, not after a reload').toContainText('Nächster freier Termin', {
        timeout: 2000,
      })
      const mail = await portal.mailTo('termine@ordination.example', /^Termin abgesagt/)
      expect(mail.text).toContain('> Ich bin leider verreist.')
    })

    await test.step('the link can no longer cancel', async () => {
      await page.goto(appointment.cancelUrl)
      await expect(page.getByText('Dieser Termin wurde bereits abgesagt.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Termin stornieren' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
      await expect(page.getByText('Storniert', { exact: true })).toBeVisible()
    })
  },
)

test('after the cut-off the page says whom to call instead', async ({ page, portal }) => {
  const soon = addBookingWithLinks(portal, { status: 'confirmed', startsAt: Date.now() + 5 * HOUR })
  await page.goto(soon.cancelUrl)
  await expect(page.getByText(TOO_LATE)).toBeVisible()
  await expect(
    page.getByText(/^Ihr Termin ist (heute|morgen) um \d\d:\d\d, in rund 5\sStunden\.$/),
  ).toBeVisible()
  await expect(page.getByText('+43 5572 000000')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Schreiben' })).toHaveAttribute(
    'href',
    /\?subject=Absage%3A%20Termin%20am%20/,
  )
  await expect(page.getByRole('button', { name: 'Termin stornieren' })).toHaveCount(0)
})

test('a cancellation that the server refuses as too late changes nothing', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal)
  await page.goto(appointment.cancelUrl)
  await expect(page.getByRole('button', { name: 'Termin stornieren' })).toBeVisible()
  // The cut-off passes while the page is open. The server's clock cannot be moved, so the start of the
  // appointment is.
  const startsAt = Date.now() + 3 * HOUR
  const change = 'update bookings set starts_at = ?, ends_at = ? where id = ?'
  portal.changeRows(change, startsAt, startsAt + HOUR, appointment.id)
  await page.getByRole('button', { name: 'Termin stornieren' }).click()
  await expectHeading(page, 'Termin nicht abgesagt')
  await expect(page.getByRole('alert')).toContainText(TOO_LATE)
  await expect(page.getByText(/, in rund 3\sStunden\.$/)).toBeVisible()
  expect(appointment.statusAndMails()).toEqual(['requested'])
})

test('a refusal that has a code but no sentence is explained by the page', async ({ page, portal }) => {
  // The specification asks for no sentence in a refusal.
  await page.route('**/api/patient/reject', (route) =>
    route.fulfill({ status: 409, json: { error: 'too_late' } }),
  )
  await page.goto(addBookingWithLinks(portal).cancelUrl)
  await page.getByRole('button', { name: 'Termin stornieren' }).click()
  await expect(page.getByRole('alert')).toContainText(TOO_LATE)
  await expect(page.getByRole('heading', { name: 'Stornierung online nicht mehr möglich' })).toBeVisible()
})

test('a refusal as too late without a phone number shows the number of the practice', async ({
  page,
  portal,
}) => {
  await page.route('**/api/patient/reject', (route) =>
    route.fulfill({
      status: 409,
      json: { error: 'too_late', start_local: '2037-09-30T17:30:00+02:00', starts_in_hours: 3.1 },
    }),
  )
  await page.goto(addBookingWithLinks(portal).cancelUrl)
  await page.getByRole('button', { name: 'Termin stornieren' }).click()
  await expectHeading(page, 'Termin nicht abgesagt')
  await expect(page.getByRole('link', { name: 'Anrufen' })).toHaveAttribute('href', /^tel:\+43\d+$/)
})

test('a rejected appointment cannot be cancelled, and the page leads to the next free time', async ({
  page,
  portal,
}) => {
  await page.goto(addBookingWithLinks(portal, { status: 'rejected' }).cancelUrl)
  await expect(page.getByText('Dieser Termin wurde bereits abgelehnt.')).toBeVisible()
  const newBooking = page.getByRole('link', { name: 'Neuen Termin buchen' })
  await expect(newBooking).toContainText('Nächster freier Termin')
})

test('an unknown appointment cannot be cancelled', async ({ page }) => {
  await page.goto(`/patient/reject?id=${'x'.repeat(32)}`)
  await expect(page.getByText('Der Termin konnte nicht gefunden werden.')).toBeVisible()
  await expect(
    page.getByText('Bitte prüfen Sie den Link oder wenden Sie sich bei Fragen an die Praxis.'),
  ).toBeVisible()
})

test('a link without an id cancels nothing', async ({ page }) => {
  await page.goto('/patient/reject')
  await expect(page.getByText('Ungültiger Link (keine ID).')).toBeVisible()
})

test('a status that the cancellation page does not know is shown as the server sends it', async ({
  page,
  portal,
}) => {
  // Only another version of the server can answer with such a status (docs/behaviour.md 15.3).
  await page.route('**/api/bookings/*', async (route) => {
    const answer = (await (await fetchServerAnswer(route)).json()) as object
    await route.fulfill({ json: { ...answer, status: 'verschoben' } })
  })
  await page.goto(addBookingWithLinks(portal).cancelUrl)
  await expect(page.getByText('Verschoben', { exact: true })).toBeVisible()
})
