import type { Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import { closePractice, mondayAfterNext } from './fixtures/bookings.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import {
  chooseNextFree,
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
import { book } from './fixtures/review.ts'

// Each of the patients' pages is opened once, except those of one appointment
// (pages-of-appointments.spec.ts). `look` checks each for accessibility violations, in a wide and a narrow
// window and in both themes, and measures it on the phone.

const MONDAY = mondayAfterNext()

/** Verifies the e-mail address of the form by the link of the mail, in another tab. */
async function verifyByLink(page: Page, portal: Portal): Promise<void> {
  const mail = await requestEmailVerification(page, portal)
  await look(page, 'email-sent')
  const otherTab = await page.context().newPage()
  await otherTab.goto(linkTo(mail, '/email/verify'))
  const confirm = otherTab.getByRole('button', { name: 'E-Mail bestätigen' })
  await expect(confirm).toBeVisible()
  await look(otherTab, 'email-verify')
  await confirm.click()
  await expect(otherTab.getByRole('heading', { level: 1 })).toContainText(/bestätigt/i)
  await look(otherTab, 'email-verified')
  await otherTab.close()
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
}

test(
  'the steps of a booking up to the time are accessible, also with a day on which the practice is closed',
  LOOKS_ON_PHONE,
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
    const loadMore = page.getByRole('button', { name: 'Mehr Termine anzeigen' })
    await expect(async () => {
      await loadMore.click({ timeout: 1000 })
      await expect(page.getByText(/[Gg]eschlossen.*: Urlaub/)).toBeVisible({ timeout: 500 })
    }).toPass({ intervals: [0] })
    const announced = page.locator('[aria-live]').filter({ hasText: /^\d+ weitere Termine, ab / })
    await expect(announced, 'is announced').toHaveCount(1)
    await look(page, 'booking-3-list')
  },
)

// The field for the birth date checks the kind of pointer only once, so this test begins on the phone, too.
test('the steps of a booking from the contact on are accessible', { tag: '@runs-on-phone-too' }, async ({
  page,
  portal,
}) => {
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
  // The button is disabled for the second that the bot check takes.
  await expect(page.getByRole('button', { name: 'Verbindlich reservieren' })).toBeEnabled()
  await look(page, 'booking-5-review')
  await book(page)
  await look(page, 'booking-6-done')
})

test(
  'the pages on data protection, accessibility and imprint are accessible, and unknown URLs lead to step 1',
  LOOKS_ON_PHONE,
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

test('the pages of a closed booking are accessible', LOOKS_ON_PHONE, async ({ page, portal }) => {
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
