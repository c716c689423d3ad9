import type { Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import {
  bottomBar,
  chooseNextFree,
  expectStep,
  fillContact,
  linkTo,
  openTimes,
  ROSA,
  svnrField,
  verifyEmail,
} from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'
import { book } from './fixtures/review.ts'
import { translate } from './fixtures/translation.ts'

/** Chooses a first visit, and reloads the list of its services before one is chosen. */
async function chooseServiceAcrossReload(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expectStep(page, 2)
  await expect(page.getByText('Leistungen für Erstbesuch')).toBeVisible()
  await expect(page.getByRole('button', { name: /Erstordination/ })).toContainText('€ 180')
  await page.reload()
  await expectStep(page, 2)
  await page.getByRole('button', { name: 'Erstordination' }).click()
  await expectStep(page, 3)
}

/** Chooses the next free time, and reloads the calendar before going on. */
async function chooseTimeAcrossReload(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  const bar = bottomBar(page)
  // Such as "Erstordination · Di 12. Jänner, 08:30", with the year if it is another one.
  const chosenTime = /Erstordination\s·\s(\w\w\s\d+\.\s\p{L}+(?:\s\d{4})?,\s\d\d:\d\d)/u
  await expect(bar).toContainText(chosenTime)
  const [, time = 'no time'] = chosenTime.exec((await bar.textContent()) ?? '') ?? []
  await page.reload()
  await expectStep(page, 3)
  await expect(bar).toContainText(time)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 4)
}

/** Fills in the contact and reloads the page, which keeps everything but the social security number. */
async function fillContactAcrossReload(page: Page, portal: Portal): Promise<void> {
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(
    page.getByText('Bitte füllen Sie alle Pflichtfelder aus und verifizieren Sie Ihre E-Mail.'),
  ).toBeVisible()
  const bySms = page.getByRole('checkbox', { name: 'Erinnerung per SMS statt E-Mail' })
  await page.getByLabel('Telefon').fill('05572 12345')
  await expect(bySms, 'no SMS for a number of the fixed network').toHaveCount(0)
  await fillContact(page)
  await bySms.check()
  await svnrField(page).fill(ROSA.svnr)
  await page.getByRole('checkbox', { name: /Auf diesem Gerät merken/ }).check()
  await page.reload()
  await expectStep(page, 4)
  await expect(bySms).toBeChecked()
  await expect(page.getByLabel('Vorname')).toHaveValue(ROSA.firstName)
  await expect(svnrField(page), 'is stored nowhere').toHaveValue('')
  await svnrField(page).fill(ROSA.svnr)
  // The page shows the whole number: the four digits and the birth date.
  await expect(page.getByText(/1238\s*14\s*03\s*58/)).toBeVisible()
  await verifyEmail(page, portal)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
}

/** Books after a restart of the server, and reloads the page of the result. */
async function bookAcrossRestart(page: Page, portal: Portal): Promise<void> {
  await expect(page.getByText(/Für Sie reserviert, noch \d+:\d\d/)).toBeVisible()
  await expect(page.getByText('••••')).toBeVisible()
  await expect(page.getByText('per SMS an +43 660 0000012')).toBeVisible()
  await portal.restart()
  await book(page)
  await expect(
    page.getByText('Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen.'),
  ).toBeVisible()
  await page.reload()
  await expectStep(page, 6)
}

/** Reads the mails to practice and patient, and opens the overview by the link in the patient's mail. */
async function expectMails(page: Page, portal: Portal): Promise<void> {
  const forPractice = await portal.mailTo('termine@ordination.example', /^Neue Reservierung/)
  expect(forPractice.text).toContain('Rosa Musterfrau')
  const received = await portal.mailTo(ROSA.email, /^Reservierung erhalten/)
  const overviewPage = await page.context().newPage()
  await overviewPage.goto(linkTo(received, '/patient/overview'))
  await expect(overviewPage.getByText('auf manuelle Bestätigung wartend')).toBeVisible()
  await expect(overviewPage.getByText('per SMS an +43 660 …012')).toBeVisible()
}

test('what a patient enters survives reloads, a restart of the server and the booking itself', async ({
  page,
  portal,
}) => {
  writeSettings(portal.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
  await chooseServiceAcrossReload(page)
  await chooseTimeAcrossReload(page)
  await fillContactAcrossReload(page, portal)
  await bookAcrossRestart(page, portal)
  await expectMails(page, portal)
  expect(portal.rows('select status, last_name from bookings')).toEqual([
    { status: 'requested', last_name: ROSA.lastName },
  ])
  await test.step('another booking begins with the same data', async () => {
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).toContain(ROSA.lastName)
    expect(stored).not.toContain(ROSA.svnr)
    await page.getByRole('button', { name: 'Weitere Buchung' }).click()
    await expectStep(page, 1)
    await page.getByRole('button', { name: 'Folgebesuch' }).click()
    await page.getByRole('button', { name: 'Folgebehandlung' }).click()
    await chooseNextFree(page)
    await expect(page.getByLabel('Nachname')).toHaveValue(ROSA.lastName)
  })
})

test('a patient books on a page that the browser translates', async ({ page, portal }) => {
  await openTimes(page)
  await translate(page)
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  // Another day drops the time, and then another one is chosen.
  await page.locator('[data-free][aria-pressed="false"]').first().click()
  await expect(bottomBar(page)).not.toContainText('·')
  await page
    .getByRole('button', { name: /^\d\d:\d\d$/ })
    .first()
    .click()
  await expect(bottomBar(page)).toContainText(/^Erstordination\s·\s\w\w\s/)
  await chooseNextFree(page)
  await fillContact(page)
  for (const who of ['Für mein Kind', 'Für Angehörige', 'Für mich'])
    await page.getByRole('radio', { name: who }).check()
  await svnrField(page).fill(ROSA.svnr)
  await verifyEmail(page, portal)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
  await book(page)
})

test('a patient without an e-mail address reads whom to call', async ({ page }) => {
  await page.goto('/')
  const withoutEmail = page.getByText('Wenn Sie keine haben, rufen Sie uns bitte an:')
  await expect(withoutEmail.getByRole('link')).toHaveAttribute('href', /^tel:\+43\d+$/)
})
