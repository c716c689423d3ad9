import { addBookingWithLinks, instantAt, mondayAfterNext } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { LOST_CONNECTION_TEXT } from './fixtures/intercepted-calls.ts'
import {
  bottomBar,
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

test('when the server is gone for a while, the patient loses nothing', async ({ page, portal }) => {
  await page.setViewportSize(PHONE)
  await openTimes(page)
  await chooseNextFree(page)
  await fillContact(page)
  await portal.stop()
  await page.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(page.getByText(LOST_CONNECTION_TEXT)).toBeVisible()
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

type Appointment = ReturnType<typeof addBookingWithLinks>

/** The pages with a button that sends something: their URL, the button, and the heading afterwards. */
const SENDING_PAGES: readonly Readonly<{
  urlOf: (appointment: Appointment) => string
  button: string
  heading: string
}>[] = [
  {
    urlOf: ({ id }) => `/patient/waiting-list?booking=${id}`,
    button: 'Auf die Warteliste',
    heading: 'Sie stehen auf der Warteliste',
  },
  {
    urlOf: ({ id }) =>
      `/patient/move?id=${id}&start=${new Date(instantAt(mondayAfterNext(), '11:00')).toISOString()}`,
    button: 'Termin verschieben',
    heading: 'Reservierung verschoben',
  },
  { urlOf: ({ cancelUrl }) => cancelUrl, button: 'Termin stornieren', heading: 'Termin abgesagt' },
  { urlOf: ({ rejectUrl }) => rejectUrl, button: 'Termin ablehnen', heading: 'Termin abgelehnt' },
]

for (const { urlOf, button, heading } of SENDING_PAGES)
  test(`without a connection the bar says so beside "${button}", and tries again`, async ({
    page,
    context,
    portal,
  }) => {
    await page.setViewportSize(PHONE)
    await page.goto(urlOf(addBookingWithLinks(portal, { serviceId: 'folgebehandlung' })))
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
