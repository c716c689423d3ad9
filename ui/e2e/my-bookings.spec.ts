import { HOUR } from '../../src/shared/day.ts'
import { addBookingWithLinks } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { press } from './fixtures/keyboard.ts'
import { SCRIPTS } from './fixtures/late-code.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { ACCESS_SUBJECT, addSixAppointments, openList, sectionOf } from './fixtures/my-bookings.ts'
import { codeIn, linkTo, ROSA } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

test(
  'the list asks for an e-mail address and the code sent to it, by keyboard',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    addSixAppointments(portal)
    await page.goto('/')
    await page.getByRole('link', { name: 'Meine Termine' }).click()
    await expectHeading(page, 'Meine Termine')
    await press(page, page.getByRole('button', { name: 'Weiter' }))
    await expect(page.getByText('Bitte gültige E-Mail eingeben.')).toBeVisible()
    await expect(page.getByLabel('E-Mail', { exact: true })).toBeFocused()
    await expect(page.getByText('Was wir damit tun, steht unter Datenschutz')).toBeVisible()
    await look(page, 'my-bookings-email')

    await page.keyboard.type(ROSA.email)
    await page.keyboard.press('Enter')
    const mail = await portal.mailTo(ROSA.email, ACCESS_SUBJECT)
    await expect(page.getByLabel(/Code/)).toBeFocused()
    await look(page, 'my-bookings-code')
    // A phone may drop the page while the patient reads the mail.
    await page.reload()
    await page.getByLabel(/Code/).focus()
    await page.keyboard.type(codeIn(mail))
    // The field of the code is gone, so the list takes its focus.
    await expect(page.getByRole('heading', { name: 'Ihre nächsten Termine' })).toBeFocused()
    await expect(page.locator('[aria-live]')).toHaveText('E-Mail ist bestätigt.')
  },
)

test(
  'the list shows upcoming and past appointments, with the actions that are possible',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    const confirmed = addSixAppointments(portal)
    await openList(page, portal)
    const upcoming = sectionOf(page, 'Ihre nächsten Termine')
    const past = sectionOf(page, 'Vergangene und abgesagte')
    await expect(upcoming.getByRole('listitem')).toHaveCount(3)
    await expect(past.getByRole('listitem')).toContainText(['Storniert', 'vorbei', 'Abgelehnt'])
    await expect(page.getByText('absagen bitte telefonisch')).toBeVisible()
    // One of the three upcoming ones is too soon to be moved or cancelled online.
    await expect(upcoming.getByRole('link', { name: 'Verschieben' })).toHaveCount(2)
    await look(page, 'my-bookings')
    await test.step('a calendar file is saved', async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        upcoming.getByRole('link', { name: 'Kalender' }).first().click(),
      ])
      expect(download.suggestedFilename()).toBe('termin.ics')
    })

    await test.step('a cancelled appointment moves to the past appointments', async () => {
      const cancel = upcoming.getByRole('link', { name: 'Absagen' }).first()
      await expect(cancel).toHaveAttribute('href', confirmed.cancelUrl)
      await press(page, cancel)
      await page.getByRole('button', { name: 'Termin stornieren' }).click()
      await expectHeading(page, 'Termin abgesagt')
      await page.getByRole('link', { name: 'Meine Termine' }).click()
      await expect(past.getByRole('listitem')).toHaveCount(4)
    })
  },
)

test('the link shows the appointments in the browser that opens it, until access ends', async ({
  page,
  portal,
  browser,
}) => {
  // On a slow line the form is there before its scripts. What is typed and pressed meanwhile counts.
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/meine-termine', { waitUntil: 'commit' })
  await page.getByLabel('E-Mail', { exact: true }).fill(ROSA.email)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await letCodeArrive()
  const link = linkTo(await portal.mailTo(ROSA.email, ACCESS_SUBJECT), '/meine-termine')

  const pageOfOtherBrowser = await (await browser.newContext()).newPage()
  await pageOfOtherBrowser.goto(link)
  const showButton = pageOfOtherBrowser.getByRole('button', { name: 'Meine Termine anzeigen' })
  await expect(showButton).toBeVisible()
  await test.step('the link shows the list in another browser', async () => {
    await expect(pageOfOtherBrowser.getByText('auf diesem Gerät, in diesem Browser')).toBeVisible()
    await look(pageOfOtherBrowser, 'my-bookings-link')
    await showButton.click()
    await expect(pageOfOtherBrowser.getByText('kein Termin vereinbart')).toBeVisible()
    await expect(pageOfOtherBrowser).toHaveURL(`${portal.url}/meine-termine`)
    await look(pageOfOtherBrowser, 'my-bookings-empty')
  })

  await test.step('a second window shows the same list, and loses it together with the first', async () => {
    const secondWindow = await pageOfOtherBrowser.context().newPage()
    await secondWindow.goto(link)
    await secondWindow.getByRole('button', { name: 'Meine Termine anzeigen' }).click()
    await expect(secondWindow.getByText('kein Termin vereinbart')).toBeVisible()
    // The list is closed when nobody has looked at it for an hour (`IDLE_ACCESS_MS` in
    // src/booking/my-bookings.ts).
    portal.changeRows('update email_verifications set seen_at = seen_at - ?', HOUR)
    await secondWindow.reload()
    await expect(secondWindow.getByText('noch einmal')).toBeVisible()
    await expect(pageOfOtherBrowser.getByLabel('E-Mail', { exact: true })).toBeVisible()
  })

  await test.step('the browser that asked for the link still asks for the code', async () => {
    await expect(page.getByLabel(/Code/)).toBeVisible()
    await page.reload()
    await expect(page.getByLabel(/Code/)).toBeVisible()
  })
})

test('an appointment that was just cancelled is listed as cancelled after "back"', async ({
  page,
  portal,
}) => {
  addBookingWithLinks(portal, { status: 'confirmed' })
  // The list is only loaded again after some seconds, which may pass by themselves on a busy machine.
  await page.clock.setFixedTime(Date.now())
  await openList(page, portal)
  await page.getByRole('link', { name: 'Absagen' }).click()
  await page.getByRole('button', { name: 'Termin stornieren' }).click()
  await expectHeading(page, 'Termin abgesagt')
  await page.goBack()
  await expect(sectionOf(page, 'Vergangene und abgesagte').getByRole('listitem')).toContainText('Storniert')
})
