import type { Locator, Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import { HOUR } from '../../src/shared/day.ts'
import { addBookingWithLinks, closePractice, mondayAfterNext } from './fixtures/bookings.ts'
import { refuseCalls } from './fixtures/intercepted-calls.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import {
  book,
  chooseNextFree,
  chooseService,
  expectStep,
  fillChild,
  fillContact,
  linkTo,
  openTimes,
  ROSA,
  requestEmailVerification,
  svnrField,
} from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'
import { PHONE } from './fixtures/windows.ts'

// Each page of the patients, and of the links for the practice, is opened once. `look` checks it for
// barriers, in a wide and a narrow window and in both themes, and measures it on the phone. The other tests
// here concern only how pages look.

const MONDAY = mondayAfterNext()

test(
  'the steps of a booking up to the time, and a day on which the practice is closed',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    await page.goto('/')
    await expectStep(page, 1)
    await expect(page.getByRole('link', { name: 'Ansehen, verschieben, absagen' })).toHaveAttribute(
      'href',
      '/meine-termine',
    )
    await look(page, 'booking-1-visit')
    await page.getByRole('button', { name: 'Erstbesuch' }).click()
    await expectStep(page, 2)
    await expect(page.getByRole('button', { name: /Erstordination/ })).toBeVisible()
    await look(page, 'booking-2-service')
    await page.getByRole('button', { name: 'Erstordination' }).click()
    await expectStep(page, 3)
    await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
    await expect(page.getByRole('group', { name: /^(Vor|Nach)mittag$/ }).first()).toBeVisible()
    await look(page, 'booking-3-calendar')
    closePractice(portal, 'Urlaub', MONDAY)
    await page.getByRole('button', { name: 'Liste' }).click()
    const more = page.getByRole('button', { name: 'Mehr Termine anzeigen' })
    await expect(async () => {
      await more.click({ timeout: 1000 })
      await expect(page.getByText(/[Gg]eschlossen.*: Urlaub/)).toBeVisible({ timeout: 500 })
    }).toPass({ intervals: [0] })
    const announced = page.getByRole('status').filter({ hasText: /^\d+ weitere Termine, ab / })
    await expect(announced, 'is announced').toHaveCount(1)
    await look(page, 'booking-3-list')
  },
)

test('the times of a day stand beside the calendar where there is room', async ({ page }) => {
  await openTimes(page)
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  const times = page.getByRole('group', { name: /^(Vor|Nach)mittag$/ }).first()
  for (const [width, where] of [
    [1280, 'beside'],
    [700, 'beside'],
    [699, 'below'],
    [360, 'below'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => placeBeside(page.getByRole('grid'), times), `${width} px wide`).toBe(where)
  }
})

/** Returns where a box is, seen from another one. Throws when one of them is not shown. */
async function placeBeside(other: Locator, box: Locator): Promise<'beside' | 'below'> {
  const [left, right] = [await other.boundingBox(), await box.boundingBox()]
  if (!left || !right) throw new Error('a box is missing')
  return right.x >= left.x + left.width && right.y < left.y + left.height ? 'beside' : 'below'
}

// The field for the birth date asks once for the kind of pointer, so this test begins on the phone, too.
test('the steps of a booking from the contact on', { tag: '@phone' }, async ({ page, portal }) => {
  await openTimes(page)
  await chooseNextFree(page)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText('Vorname ist erforderlich.')).toBeVisible()
  await expect(page.getByText('Was wir damit tun').getByRole('link')).toHaveAttribute('href', '/datenschutz')
  await expect(page.getByLabel('Vorname', { exact: true })).toHaveAttribute('autocomplete', 'given-name')
  await look(page, 'booking-4-errors')
  await fillContact(page)
  await svnrField(page).fill(ROSA.svnr)
  await verifyByLink(page, portal)
  await page.getByRole('checkbox', { name: /Auf diesem Gerät merken/ }).check()
  await look(page, 'booking-4-contact')
  await fillChild(page)
  await look(page, 'booking-4-child')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
  await look(page, 'booking-5-review')
  await book(page)
  await look(page, 'booking-6-done')
})

/** Verifies the e-mail address of the form by the link of the mail, in another tab. */
async function verifyByLink(page: Page, portal: Portal): Promise<void> {
  const mail = await requestEmailVerification(page, portal)
  await look(page, 'email-sent')
  const tab = await page.context().newPage()
  await tab.goto(linkTo(mail, '/email/verify'))
  const confirm = tab.getByRole('button', { name: 'E-Mail bestätigen' })
  await expect(confirm).toBeVisible()
  await look(tab, 'email-verify')
  await confirm.click()
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(/bestätigt/i)
  await look(tab, 'email-verified')
  await tab.close()
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
}

test(
  'data protection, accessibility, imprint, and an address that does not exist',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    await page.goto('/meine-termine')
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: 'Datenschutz' }).click()
    await expect(page.getByText(/Barichgasse 40–42/)).toBeVisible()
    await look(page, 'privacy')
    await footer.getByRole('link', { name: 'Barrierefreiheit' }).click()
    await expect(page.getByRole('heading', { name: 'Was Sie erwarten dürfen' })).toBeVisible()
    await look(page, 'accessibility')
    writeSettings(portal.ctx(), 'practice', { impressum: '' })
    await page.reload()
    await footer.getByRole('link', { name: 'Impressum' }).click()
    await expect(page.getByText('Diese Ordination betreibt das Portal')).toBeVisible()
    await look(page, 'imprint')
    await page.goto('/gibt-es-nicht')
    await expect(page.getByText('Diese Seite gibt es nicht. Hier buchen Sie einen Termin.')).toBeVisible()
    await expectStep(page, 1)
  },
)

test('the theme is chosen, remembered, and set before the page is drawn', async ({ page }) => {
  await page.goto('/')
  await expectStep(page, 1)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByLabel('Darstellung').selectOption({ label: 'Dunkel' })
  await expect.poll(background).not.toBe(light)
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await expectStep(page, 1)
  await page.getByLabel('Darstellung').selectOption({ label: 'Hell' })
  await expect.poll(background).toBe(light)
})

test('in forced colours the choice of a theme is one icon on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const picker = page.getByLabel('Darstellung')
  // The word of the choice is transparent, and the icon stands in its place.
  await expect(picker).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  await expect(picker.locator('xpath=../*[name()="svg"]').first()).toBeVisible()
  expect((await picker.boundingBox())?.width).toBe(44)
})

test('on a touch screen nothing looks hovered after a tap', { tag: '@phone-only' }, async ({ page }) => {
  await chooseService(page)
  const { applied, heldBack } = await page.evaluate(findHoverRules)
  // The page has rules for hovering, so the next line proves something.
  expect(heldBack.length).toBeGreaterThan(10)
  expect(applied).toEqual([])
})

/**
 * Returns the selectors for hovering that apply, and those that a media query holds back. Runs in the page.
 */
function findHoverRules() {
  const found = { applied: [] as string[], heldBack: [] as string[] }
  const read = (rules: CSSRuleList, applies: boolean) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule && rule.selectorText.includes(':hover'))
        (applies ? found.applied : found.heldBack).push(rule.selectorText)
      const fits = !(rule instanceof CSSMediaRule) || matchMedia(rule.conditionText).matches
      if (rule instanceof CSSGroupingRule) read(rule.cssRules, applies && fits)
    }
  }
  for (const sheet of document.styleSheets) read(sheet.cssRules, true)
  return found
}

test('the pages of a closed booking have no barriers', ON_PHONE_TOO, async ({ page, portal }) => {
  writeSettings(portal.ctx(), 'general', {
    booking_maintenance_active: true,
    maintenance_message: 'Wir sind auf Fortbildung.',
    maintenance_until: '2027-02-01T08:00:00+01:00',
  })
  await page.goto('/')
  await expect(page.getByText('Wir sind auf Fortbildung.')).toBeVisible()
  await look(page, 'closed')
  await page.goto('/gibt-es-nicht')
  await expect(page.getByText('Wir sind auf Fortbildung.')).toBeVisible()
  await expect(page.getByText('Diese Seite gibt es nicht.')).toBeVisible()
  await expect(page.getByText('Hier buchen Sie einen Termin.')).toHaveCount(0)
  await look(page, 'closed-unknown')
})

/** An appointment after the cut-off: it can neither be cancelled nor moved online any more. */
const IN_FIVE_HOURS = { status: 'confirmed', startsAt: Date.now() + 5 * HOUR } as const
type AppointmentPage = Readonly<{
  /** Adds the appointment, and returns the address of its page. */
  address: (portal: Portal) => string
  /** A text that the page shows once its data are there. */
  text: string
}>

/** Pages about one appointment, by the names of their pictures and trees. */
const APPOINTMENT_PAGES: Readonly<Record<string, AppointmentPage>> = {
  overview: {
    address: (portal) => addBookingWithLinks(portal).overview,
    text: 'auf manuelle Bestätigung wartend',
  },
  'overview-cancelled': {
    address: (portal) => addBookingWithLinks(portal, { status: 'cancelled' }).overview,
    text: 'Storniert',
  },
  'overview-too-late': {
    address: (portal) => addBookingWithLinks(portal, IN_FIVE_HOURS).overview,
    text: 'bitte telefonisch',
  },
  'overview-not-found': {
    address: () => `/patient/overview?id=${'x'.repeat(32)}`,
    text: 'Termin nicht gefunden',
  },
  cancel: {
    address: (portal) => addBookingWithLinks(portal, { status: 'confirmed' }).cancel,
    text: 'Grund',
  },
  'cancel-too-late': {
    address: (portal) => addBookingWithLinks(portal, IN_FIVE_HOURS).cancel,
    text: 'Stornierung online nicht mehr möglich',
  },
  confirm: { address: (portal) => addBookingWithLinks(portal).confirm, text: 'Rosa Musterfrau' },
  'confirm-too-late': {
    address: (portal) => addBookingWithLinks(portal, { status: 'cancelled' }).confirm,
    text: 'Dieser Termin wurde bereits abgesagt.',
  },
  'confirm-without-id': { address: () => '/admin/confirm', text: 'Ungültiger Link (keine ID).' },
  reject: { address: (portal) => addBookingWithLinks(portal).reject, text: 'Rosa Musterfrau' },
}

for (const [name, { address, text }] of Object.entries(APPOINTMENT_PAGES))
  test(`the page ${name} has no barriers`, ON_PHONE_TOO, async ({ page, portal }) => {
    await page.goto(address(portal))
    await expect(page.getByText(text).first()).toBeVisible()
    await look(page, name)
  })

test('the results of cancelling and deciding have no barriers', ON_PHONE_TOO, async ({ page, portal }) => {
  const [first, second] = [addBookingWithLinks(portal), addBookingWithLinks(portal)]
  // The signature of the second one ends in four wrong letters, so the server refuses to confirm it.
  for (const [name, address, button, heading] of [
    ['cancelled', first.cancel, 'Termin stornieren', 'Termin abgesagt'],
    ['confirm-refused', `${second.confirm.slice(0, -4)}AAAA`, 'Termin bestätigen', 'Termin nicht bestätigt'],
    ['rejected', second.reject, 'Termin ablehnen', 'Termin abgelehnt'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    if (name === 'cancelled') await expect(page.getByText('Nächster freier Termin')).toBeVisible()
    await look(page, name)
  }
})

test(
  'the page of an appointment that cannot be loaded has no barriers',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    await refuseCalls(page, '**/api/bookings/*')
    await page.goto(addBookingWithLinks(portal).cancel)
    await expect(page.getByText('Termindetails konnten nicht geladen werden.')).toBeVisible()
    await look(page, 'overview-failure')
  },
)

test('long names in a narrow window, and at 400 % zoom', { tag: '@phone-only' }, async ({ page, portal }) => {
  const { overview, cancel, confirm, reject } = addBookingWithLinks(portal, {
    firstName: 'Maximiliana-Theodora',
    lastName: 'Freifrau-Musterhausen-Donaudampfschifffahrtsgesellschaftskapitän',
    serviceName: 'Ausführliche Erstordination mit Vorsorgeuntersuchung und Befundbesprechung',
    startsAt: Date.parse('2037-09-30T17:30:00+02:00'),
  })
  for (const [name, address] of Object.entries({ overview, cancel, confirm, reject })) {
    await page.goto(address)
    await expect(page.getByRole('main').getByText('17:30 Uhr')).toBeVisible()
    for (const [size, height] of Object.entries({ narrow: 640, zoomed: 256 })) {
      await page.setViewportSize({ width: 320, height })
      await look(page, `${size}-${name}`)
    }
  }
})
