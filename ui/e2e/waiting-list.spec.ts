import type { Page } from 'playwright/test'
import { cancelByPatient } from '../../src/booking/cancellation.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import type { Day } from '../../src/shared/day.ts'
import { addBooking, mondayAfterNext } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { press, tabTo } from './fixtures/keyboard.ts'
import { look } from './fixtures/look.ts'
import { bottomBar, codeIn, expectStep, fillContact, openTimes, ROSA, svnrField } from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'
import { book, easeBotCheck } from './fixtures/review.ts'
import { makeOfferByDay } from './fixtures/waiting-list.ts'

/** Two weeks, the longest lead time that the settings allow. */
const LONGEST_LEAD_HOURS = 14 * 24

/** Opens the form by the link of step 3. The browser goes back to the step, and forward again. */
async function openFormByKeyboard(page: Page): Promise<void> {
  await openTimes(page, 'return', 'folgebehandlung')
  await press(
    page,
    page.getByRole('link', { name: 'Nichts Passendes? Wir melden uns, wenn etwas frei wird.' }),
  )
  await expectHeading(page, 'Warteliste: Folgebehandlung')
  await expect(page.getByText('halten sie 60 Minuten für Sie frei')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Sonntag' })).toHaveCount(0)
  await page.goBack()
  await expectStep(page, 3)
  await page.goForward()
}

/**
 * Joins the waiting list for mornings until this day, with an e-mail address that is verified in the form.
 */
async function joinByKeyboard(page: Page, portal: Portal, lastDay: Day): Promise<void> {
  await page.getByLabel('Bis wann?').fill(lastDay)
  await press(page, page.getByRole('checkbox', { name: 'Nachmittag' }), 'Space')
  await tabTo(page, page.getByLabel('E-Mail', { exact: true }))
  await page.keyboard.type(ROSA.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bitte E-Mail verifizieren, bevor Sie fortfahren.')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'E-Mail bestätigen' }))
  const mail = await portal.mailTo(ROSA.email, /^\d{6} ist Ihr Code$/)
  await expect(page.getByLabel(/Code/)).toBeFocused()
  await page.keyboard.type(codeIn(mail))
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Auf die Warteliste' })).toBeFocused()
  await expect(page.getByText('Was wir damit tun, steht unter Datenschutz')).toBeVisible()
  await look(page, 'waiting-form-service')
  await page.keyboard.press('Enter')
  await expectHeading(page, 'Sie stehen auf der Warteliste')
}

/** Opens the list of all appointments by the code of the mail. It has the entry of the waiting list. */
async function openMyBookings(page: Page, portal: Portal): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Meine Termine' }))
  await page.getByLabel('E-Mail', { exact: true }).fill(ROSA.email)
  await page.keyboard.press('Enter')
  const access = await portal.mailTo(ROSA.email, /Meine Termine/)
  await page.getByLabel(/Code/).fill(codeIn(access))
  await expect(page.getByRole('link', { name: /^Folgebehandlung bis Mo / })).toBeVisible()
}

/** Takes an offer. Step 4 then shows the verified e-mail address and the held time. */
async function takeOfferByKeyboard(page: Page, offerId: string): Promise<void> {
  await page.goto(`/patient/offer?id=${offerId}`)
  await expectHeading(page, 'Ein Termin ist frei')
  await press(page, page.getByRole('button', { name: 'Ja, diesen Termin nehmen' }))
  await expectStep(page, 4)
  await expect(page.getByLabel('E-Mail', { exact: true })).toHaveValue(ROSA.email)
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await expect(bottomBar(page)).toContainText('09:00')
  await expect(
    page.getByText(/Für Sie reserviert, noch \d+:\d\d/),
    'each step shows how long a time is held',
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verlängern' })).toBeVisible()
}

test('the two dates of the form are stacked in the narrowest window that pages must fit', async ({
  page,
}) => {
  await openFormByKeyboard(page)
  // At 320 px (WCAG 1.4.10) half of the window is too narrow for a date with its year.
  await page.setViewportSize({ width: 320, height: 640 })
  const leftEdgeOf = async (field: string) => (await page.getByLabel(field).boundingBox())?.x
  const left = await leftEdgeOf('Ab wann?')
  expect(left).toBeDefined()
  expect(await leftEdgeOf('Bis wann?')).toBe(left)
})

test('the dates of the form are written in the middle of their fields in Safari too', async ({ page }) => {
  await openFormByKeyboard(page)
  // Chromium centres the date anyway. Safari does it only with these styles.
  const field = page.getByLabel('Ab wann?')
  await expect(field).toHaveCSS('display', 'flex')
  await expect(field).toHaveCSS('align-items', 'center')
})

test('a patient without an appointment waits by keyboard, and books the time that is offered', async ({
  page,
  portal,
}) => {
  const monday = mondayAfterNext()
  const bookingId = addBooking(portal, monday, '09:00', { service: 'Folgebehandlung' })
  await openFormByKeyboard(page)
  await joinByKeyboard(page, portal, monday)
  await openMyBookings(page, portal)

  cancelByPatient(portal.ctx(), bookingId, '')
  const offerId = makeOfferByDay(portal)
  await page.reload()
  const linkToOffer = page.getByRole('link', { name: /^Folgebehandlung Frei: Mo / })
  await expect(linkToOffer).toBeVisible()
  await look(page, 'my-bookings-waiting')
  await linkToOffer.click()
  await expectHeading(page, 'Ein Termin ist frei')
  await takeOfferByKeyboard(page, offerId)

  await test.step('the held time is booked, although it is too soon for others', async () => {
    const held = portal.rows('select id from holds')
    // The wizard no longer offers any time within two weeks.
    writeSettings(portal.ctx(), 'general', { lead_hours: LONGEST_LEAD_HOURS })
    await fillContact(page)
    await svnrField(page).fill(ROSA.svnr)
    await easeBotCheck(page, portal)
    await page.getByRole('button', { name: 'Weiter' }).click()
    await expectStep(page, 5)
    expect(portal.rows('select id from holds'), 'the hold of the offer is still the only one').toEqual(held)
    await book(page)
    await page.goto(`/patient/offer?id=${offerId}`)
    await expectHeading(page, 'Dieser Termin ist gebucht')
    await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
    await expectHeading(page, 'Terminübersicht')
  })
})
