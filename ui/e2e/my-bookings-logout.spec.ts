import { expectHeading } from './fixtures/headings.ts'
import { press } from './fixtures/keyboard.ts'
import { addSixAppointments, openList, sectionOf } from './fixtures/my-bookings.ts'
import { ROSA } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

test('after "Abmelden" the list asks for the e-mail address again', async ({ page, portal }) => {
  addSixAppointments(portal)
  await openList(page, portal)
  await press(page, page.getByRole('button', { name: 'Abmelden' }))
  await expect(page.getByText('Sie sind abgemeldet.')).toBeVisible()
  const email = page.getByLabel('E-Mail', { exact: true })
  await expect(email).toBeVisible()
  await page.reload()
  await expect(email).toBeVisible()
  await expect(sectionOf(page, 'Ihre nächsten Termine')).toHaveCount(0)
})

test('after "Abmelden" neither back nor forward opens an appointment', async ({ page, portal }) => {
  const confirmed = addSixAppointments(portal)
  await openList(page, portal)
  const overview = `${portal.url}/patient/overview?id=${confirmed.id}`
  await page.locator(`a[href="/patient/overview?id=${confirmed.id}"]`).click()
  await expectHeading(page, 'Terminübersicht')
  await page.getByRole('link', { name: /Termin verschieben|Verschieben/ }).click()
  await expect(page).toHaveURL(/\/patient\/move/)
  await page.goBack()
  await expect(page).toHaveURL(overview)
  await page.goBack()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByText('Sie sind abgemeldet.')).toBeVisible()
  for (const step of ['forward', 'forward', 'back', 'back'] as const) {
    await (step === 'back' ? page.goBack() : page.goForward())
    await expect(page).toHaveURL(`${portal.url}/meine-termine`)
    await expect(page.getByLabel('E-Mail', { exact: true })).toBeVisible()
    await expect(page.getByText(confirmed.id)).toHaveCount(0)
    await expect(page.getByText(ROSA.lastName)).toHaveCount(0)
  }
  // The link in an e-mail still opens the appointment.
  await page.goto(overview)
  await expect(page.getByText(confirmed.id)).toBeVisible()
})

test('a page that was frozen while another window closed the list no longer shows the appointment', async ({
  page,
  portal,
}) => {
  const confirmed = addSixAppointments(portal)
  await openList(page, portal)
  await page.locator(`a[href="/patient/overview?id=${confirmed.id}"]`).click()
  await expect(page.getByText(confirmed.id)).toBeVisible()
  // A frozen page gets no storage event. When it is shown again, the browser fires `pageshow`.
  await page.evaluate(() => {
    localStorage.removeItem('ordi_my_bookings')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page).toHaveURL(`${portal.url}/meine-termine`)
  await expect(page.getByText(confirmed.id)).toHaveCount(0)
  await expect(page.getByLabel('E-Mail', { exact: true })).toBeVisible()
})
