import type { Page } from 'playwright/test'
import { countLiveHolds } from '../../src/booking/live-holds.ts'
import { expectHeading } from './fixtures/headings.ts'
import { look } from './fixtures/look.ts'
import { bottomBar, expectStep, fillContact, ROSA, svnrField, verifyEmail } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'
import { easeBotCheck } from './fixtures/review.ts'
import { offerForAppointment, offerWithoutAppointment } from './fixtures/waiting-list.ts'
import { PHONE } from './fixtures/windows.ts'

/**
 * A minute longer than the hour for which an offered time is reserved, in the format of Playwright's clock.
 */
const UNTIL_OFFER_IS_OVER = '01:01:00'

/** Takes an offer, which leads to step 4. */
async function takeOffer(page: Page, offerId: string): Promise<void> {
  await page.goto(`/patient/offer?id=${offerId}`)
  await page.getByRole('button', { name: 'Ja, diesen Termin nehmen' }).click()
  await expectStep(page, 4)
}

test('a taken offer that is opened again says how long its time is held, and leads to the form', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(PHONE)
  const offerId = offerWithoutAppointment(portal)
  await takeOffer(page, offerId)
  await page.goto(`/patient/offer?id=${offerId}`)
  await expectHeading(page, 'Diese Zeit ist für Sie reserviert')
  await expect(page.getByText(/Für Sie reserviert, noch \d+:\d\d/)).toBeVisible()
  await page.getByRole('button', { name: 'Verlängern' }).click()
  await expect(page.getByText(/^Länger als bis \d\d:\d\d\sUhr geht es derzeit nicht\.$/)).toBeVisible()
  await look(page, 'offer-held')
  await page.getByRole('button', { name: 'Weiter zu Ihren Daten' }).click()
  await expectStep(page, 4)
})

test('when the hold of an offer expires in the form, the form offers the next free time', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  await page.setViewportSize(PHONE)
  await takeOffer(page, offerWithoutAppointment(portal))
  await fillContact(page)
  await svnrField(page).fill(ROSA.svnr)
  await verifyEmail(page, portal)
  const alert = page.getByText('Ihre Reservierung ist abgelaufen. Bitte wählen Sie einen neuen Termin.', {
    exact: true,
  })
  const bar = bottomBar(page)
  const next = page.getByRole('button', { name: /^Nächster freier Termin/ })
  await test.step('the hold expires', async () => {
    await page.clock.fastForward(UNTIL_OFFER_IS_OVER)
    await expect(alert).toBeVisible()
    await expectStep(page, 4)
    await expect(bar, 'the lost time is not shown as chosen').not.toContainText('09:00')
    await expect(bar.getByRole('alert')).toHaveText('Bitte wählen Sie einen neuen Termin.')
    await expect(next).toBeVisible()
  })

  await test.step('"Weiter" leads to the next free time, and a reload loses nothing', async () => {
    await page.getByRole('button', { name: 'Weiter', exact: true }).click()
    await expect(next).toBeFocused()
    await expect(next).toBeInViewport({ ratio: 1 })
    await look(page, 'booking-4-expired')
    await page.reload()
    await expect(alert, 'the time stays lost after a reload').toBeVisible()
    await expect(bar).not.toContainText('09:00')
    await expect(page.getByLabel('Vorname')).toHaveValue(ROSA.firstName)
    await svnrField(page).fill(ROSA.svnr)
  })

  await test.step('the next free time is taken, and reviewed', async () => {
    const time = await next.getByRole('time').innerText()
    await next.click()
    await expect(alert).toBeHidden()
    await expect(next).toBeHidden()
    await expect(bar).toContainText(time)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByLabel('Vorname')).toHaveValue(ROSA.firstName)
    await expect(svnrField(page)).toHaveValue(ROSA.svnr)
    await easeBotCheck(page, portal)
    await page.getByRole('button', { name: 'Weiter', exact: true }).click()
    await expectStep(page, 5)
    // The text of the button ends in a wall time such as 08:30; the review formats the day differently.
    const wallTime = /\d\d:\d\d$/.exec(time)?.[0] ?? 'no time'
    await expect(page.getByRole('main')).toContainText(wallTime)
  })
})

test('an offer whose hold was given up can be taken again', async ({ page, portal }) => {
  const offerId = offerWithoutAppointment(portal)
  await takeOffer(page, offerId)
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expectStep(page, 3)
  await expect.poll(() => countLiveHolds(portal.ctx())).toBe(0)
  await page.goto(`/patient/offer?id=${offerId}`)
  await expectHeading(page, 'Ihre Reservierung ist abgelaufen')
  await page.getByRole('button', { name: 'Weiter zu Ihren Daten' }).click()
  await expectStep(page, 4)
  await expect.poll(() => countLiveHolds(portal.ctx())).toBe(1)
})

test('a patient who refuses an offer keeps the appointment, and goes on waiting', async ({
  page,
  portal,
}) => {
  await page.goto(`/patient/offer?id=${offerForAppointment(portal)}`)
  await page.getByRole('link', { name: 'Wünsche ändern oder nicht mehr warten' }).click()
  await page.getByRole('link', { name: /^Frei: Mo / }).click()
  await page.getByRole('button', { name: 'Nein, danke' }).click()
  await expectHeading(page, 'Danke für Ihre Antwort')
  await expect(
    page.getByText('Ihr Termin bleibt, wie er ist. Wird wieder etwas frei, schreiben wir Ihnen.'),
  ).toBeVisible()
})

test('the page of an offer says when it has expired, and leads out of the waiting list', async ({
  page,
  portal,
}) => {
  const offerId = offerForAppointment(portal)
  // An offer expires by the clock of the server, which a test cannot move.
  portal.changeRows(`update offers set status = 'expired'`)
  await page.goto(`/patient/offer?id=${offerId}`)
  await expectHeading(page, 'Dieses Angebot gilt nicht mehr')
  await page.getByRole('link', { name: 'Wünsche ändern oder nicht mehr warten' }).click()
  await page.getByRole('button', { name: 'Nicht mehr warten' }).click()
  await expectHeading(page, 'Sie stehen nicht mehr auf der Warteliste')
})

test('an offer with an unknown id is not found', async ({ page }) => {
  await page.goto('/patient/offer?id=unknown')
  await expectHeading(page, 'Angebot nicht gefunden')
})
