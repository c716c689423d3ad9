import type { Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import { ADMIN } from './fixtures/admin.ts'
import { addBookingWithLinks } from './fixtures/bookings.ts'
import { DARK_BACKGROUND } from './fixtures/colours.ts'
import { fieldLabelled } from './fixtures/fields.ts'
import { expectHeading } from './fixtures/headings.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { PAGE_SCRIPTS, SCRIPTS, untilReactHasBegun } from './fixtures/late-code.ts'
import { codeIn, expectStep, ROSA } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

// A page that the server has rendered can be pressed and filled in before its code has arrived.

/**
 * Makes the page count instead of print: each time a letter is added to `window.name`. Returns a function
 * that reads the count.
 */
async function countPrints(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.name = ''
    window.print = () => {
      window.name += 'x'
    }
  })
  return () => page.evaluate(() => window.name.length)
}

/** Moments of a page that loads: which files are missing, and how a test waits for the moment. */
const MOMENTS = [
  { moment: 'before any code has arrived', missing: SCRIPTS, untilReady: () => undefined },
  {
    moment: 'before the code of the page has arrived',
    missing: PAGE_SCRIPTS,
    untilReady: untilReactHasBegun,
  },
]

for (const { moment, missing, untilReady } of MOMENTS)
  test(`a press ${moment} counts once`, async ({ page, portal }) => {
    const { overviewUrl } = addBookingWithLinks(portal)
    const readPrints = await countPrints(page)
    const printButton = page.getByRole('button', { name: 'Drucken' })
    const letCodeArrive = await delayAnswers(page, missing)
    await page.goto(overviewUrl, { waitUntil: 'commit' })
    await expect(printButton).toBeVisible()
    await untilReady(page)
    await printButton.click()
    expect(await readPrints()).toBe(0)
    await letCodeArrive()
    await expect.poll(readPrints).toBe(1)
    await printButton.click()
    await expect.poll(readPrints).toBe(2)
  })

test('an early press counts even if the browser has changed the page before its code arrives', async ({
  browser,
  portal,
}) => {
  // React reports that the page was changed. Errors of a page that the test opens itself are not collected.
  const page = await browser.newPage()
  await page.route(/google/, (route) => route.fulfill({ contentType: 'text/html', body: 'Eine Karte' }))
  const letCodeArrive = await delayAnswers(page, PAGE_SCRIPTS)
  await page.goto(portal.url + addBookingWithLinks(portal).overviewUrl, { waitUntil: 'commit' })
  await untilReactHasBegun(page)
  await page.getByRole('button', { name: 'Karte laden' }).click()
  // A browser that translates pages changes texts like this, and React then renders the page anew.
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.textContent = 'Your appointment'
  })
  await letCodeArrive()
  await expectHeading(page, 'Terminübersicht')
  await expect(page.frameLocator('iframe').getByText('Eine Karte')).toBeVisible()
})

test('signing out of "Meine Termine" before the code arrives makes a single call', async ({
  page,
  portal,
}) => {
  addBookingWithLinks(portal)
  await page.goto('/meine-termine')
  await page.getByLabel('E-Mail', { exact: true }).fill(ROSA.email)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByLabel(/Code/).fill(codeIn(await portal.mailTo(ROSA.email, /Meine Termine/)))
  await expect(page.getByRole('heading', { name: 'Ihre nächsten Termine' })).toBeVisible()

  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(request.method())
  })
  const letCodeArrive = await delayAnswers(page, PAGE_SCRIPTS)
  await page.reload({ waitUntil: 'commit' })
  await untilReactHasBegun(page)
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await letCodeArrive()
  await expect(page.getByText('Sie sind abgemeldet.')).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('a theme chosen before the code arrives stays', async ({ page }) => {
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/', { waitUntil: 'commit' })
  const themeField = page.getByLabel('Darstellung')
  await themeField.selectOption('Dunkel')
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await letCodeArrive()
  await expectStep(page, 2)
  await expect(page.locator('body')).toHaveCSS('background-color', DARK_BACKGROUND)
  await expect(themeField).toHaveValue('dark')
})

test('the page of a closed booking can be pressed after its code has arrived', async ({ page, portal }) => {
  writeSettings(portal.ctx(), 'general', { booking_maintenance_active: true })
  await page.goto('/')
  await expectHeading(page, 'Online-Buchung derzeit nicht möglich')
  const retryButton = page.getByRole('button', { name: 'Noch einmal versuchen' })
  await expect(retryButton).toBeEnabled()
  const healthCall = page.waitForRequest('**/api/health')
  await retryButton.click()
  await healthCall
})

test('a message and a decision entered before the code arrives count', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal)
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto(appointment.confirmUrl, { waitUntil: 'commit' })
  await page.getByLabel('Nachricht an die Patientin oder den Patienten').fill('Bitte kommen Sie nüchtern.')
  await page.getByRole('button', { name: 'Termin bestätigen' }).click()
  expect(appointment.statusAndMails()).toEqual(['requested'])
  await letCodeArrive()
  await expectHeading(page, 'Termin bestätigt')
  const mail = await portal.mailTo(ROSA.email, /^Termin bestätigt/)
  expect(mail.text).toContain('> Bitte kommen Sie nüchtern.')
})

test('a sign-in entered and submitted before the code arrives counts', async ({ page }) => {
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/admin/login', { waitUntil: 'commit' })
  await fieldLabelled(page, 'E-Mail').fill(ADMIN.email)
  await fieldLabelled(page, 'Passwort').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await letCodeArrive()
  await expect(page).toHaveURL(/\/admin$/)
})
