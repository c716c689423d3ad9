import { HOUR } from '../../src/shared/day.ts'
import { addBookingWithLinks, withWrongSignature } from './fixtures/bookings.ts'
import { refuseCalls } from './fixtures/intercepted-calls.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'

// Each page about one appointment is opened once, for patients and for the links of the practice. `look`
// checks it for accessibility violations, in a wide and a narrow window and in both themes, and measures it
// on the phone.

/** An appointment after the cut-off: it can neither be cancelled nor moved online any more. */
const IN_FIVE_HOURS = { status: 'confirmed', startsAt: Date.now() + 5 * HOUR } as const

type AppointmentPage = Readonly<{
  /** Adds the appointment, and returns the URL of its page. */
  urlOf: (portal: Portal) => string
  /** A text that the page shows once its data are there. */
  text: string
}>

/** Pages about one appointment, by the names of their pictures and trees. */
const APPOINTMENT_PAGES: Readonly<Record<string, AppointmentPage>> = {
  overview: {
    urlOf: (portal) => addBookingWithLinks(portal).overviewUrl,
    text: 'auf manuelle Bestätigung wartend',
  },
  'overview-cancelled': {
    urlOf: (portal) => addBookingWithLinks(portal, { status: 'cancelled' }).overviewUrl,
    text: 'Storniert',
  },
  'overview-too-late': {
    urlOf: (portal) => addBookingWithLinks(portal, IN_FIVE_HOURS).overviewUrl,
    text: 'bitte telefonisch',
  },
  'overview-not-found': {
    urlOf: () => `/patient/overview?id=${'x'.repeat(32)}`,
    text: 'Termin nicht gefunden',
  },
  cancel: {
    urlOf: (portal) => addBookingWithLinks(portal, { status: 'confirmed' }).cancelUrl,
    text: 'Grund',
  },
  'cancel-too-late': {
    urlOf: (portal) => addBookingWithLinks(portal, IN_FIVE_HOURS).cancelUrl,
    text: 'Stornierung online nicht mehr möglich',
  },
  confirm: { urlOf: (portal) => addBookingWithLinks(portal).confirmUrl, text: 'Rosa Musterfrau' },
  'confirm-too-late': {
    urlOf: (portal) => addBookingWithLinks(portal, { status: 'cancelled' }).confirmUrl,
    text: 'Dieser Termin wurde bereits abgesagt.',
  },
  'confirm-without-id': { urlOf: () => '/admin/confirm', text: 'Ungültiger Link (keine ID).' },
  reject: { urlOf: (portal) => addBookingWithLinks(portal).rejectUrl, text: 'Rosa Musterfrau' },
}

for (const [name, { urlOf, text }] of Object.entries(APPOINTMENT_PAGES))
  test(`the page ${name} is accessible`, LOOKS_ON_PHONE, async ({ page, portal }) => {
    await page.goto(urlOf(portal))
    await expect(page.getByText(text).first()).toBeVisible()
    await look(page, name)
  })

type ResultPage = Readonly<{
  urlOf: (portal: Portal) => string
  /** The label of the button that leads to the result. */
  button: string
  heading: string
  /** A text that the result shows once its data are there. */
  text?: string
}>

/** Pages after cancelling or deciding, by the names of their pictures and trees. */
const RESULT_PAGES: Readonly<Record<string, ResultPage>> = {
  cancelled: {
    urlOf: (portal) => addBookingWithLinks(portal).cancelUrl,
    button: 'Termin stornieren',
    heading: 'Termin abgesagt',
    text: 'Nächster freier Termin',
  },
  'confirm-refused': {
    urlOf: (portal) => withWrongSignature(addBookingWithLinks(portal).confirmUrl),
    button: 'Termin bestätigen',
    heading: 'Termin nicht bestätigt',
  },
  rejected: {
    urlOf: (portal) => addBookingWithLinks(portal).rejectUrl,
    button: 'Termin ablehnen',
    heading: 'Termin abgelehnt',
  },
}

for (const [name, { urlOf, button, heading, text = heading }] of Object.entries(RESULT_PAGES))
  test(`the result ${name} is accessible`, LOOKS_ON_PHONE, async ({ page, portal }) => {
    await page.goto(urlOf(portal))
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await expect(page.getByText(text).first()).toBeVisible()
    await look(page, name)
  })

test(
  'the page of an appointment that cannot be loaded is accessible',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    await refuseCalls(page, '**/api/bookings/*')
    await page.goto(addBookingWithLinks(portal).cancelUrl)
    await expect(page.getByText('Termindetails konnten nicht geladen werden.')).toBeVisible()
    await look(page, 'overview-failure')
  },
)

test('pages with long names are accessible in a narrow window, and at 400 % zoom', {
  tag: '@runs-on-phone-only',
}, async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal, {
    firstName: 'Maximiliana-Theodora',
    lastName: 'Freifrau-Musterhausen-Donaudampfschifffahrtsgesellschaftskapitän',
    serviceName: 'Ausführliche Erstordination mit Vorsorgeuntersuchung und Befundbesprechung',
    startsAt: Date.parse('2037-09-30T17:30:00+02:00'),
  })
  const urls = {
    overview: appointment.overviewUrl,
    cancel: appointment.cancelUrl,
    confirm: appointment.confirmUrl,
    reject: appointment.rejectUrl,
  }
  for (const [name, url] of Object.entries(urls)) {
    await page.goto(url)
    await expect(page.getByRole('main').getByText('17:30 Uhr')).toBeVisible()
    for (const [size, height] of Object.entries({ narrow: 640, zoomed: 256 })) {
      await page.setViewportSize({ width: 320, height })
      await look(page, `${size}-${name}`)
    }
  }
})
