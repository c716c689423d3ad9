import type { Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import { ADMIN } from './fixtures/admin.ts'
import { addBookingWithLinks } from './fixtures/bookings.ts'
import { DARK_BACKGROUND } from './fixtures/colours.ts'
import { fieldLabelled } from './fixtures/fields.ts'
import { expectHeading } from './fixtures/headings.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import { codeIn, expectStep, ROSA } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

/** All scripts. Until they have come, a page is only what the server has rendered. */
const SCRIPTS = '**/assets/*.js'
/** The scripts of the single pages. Until they have come, React has begun, and waits for the page. */
const PAGE_SCRIPTS = /\/assets\/(?!first|react|rolldown).*\.js/

/**
 * Lets the page count instead of print: `window.name` gets one letter each time. Returns a function that
 * reads the count.
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

/** Waits until React has taken the element in which it renders the page. */
function untilReactHasBegun(page: Page) {
  return page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')),
  )
}

test('an early press counts once, however much of the code has arrived', async ({ page, portal }) => {
  const { overview } = addBookingWithLinks(portal)
  const prints = await countPrints(page)
  const print = page.getByRole('button', { name: 'Drucken' })
  for (const path of [SCRIPTS, PAGE_SCRIPTS]) {
    const letCodeArrive = await delayAnswers(page, path)
    await page.goto(overview, { waitUntil: 'commit' })
    await expect(print).toBeVisible()
    if (path === PAGE_SCRIPTS) await untilReactHasBegun(page)
    await print.click()
    expect(await prints()).toBe(0)
    await letCodeArrive()
    await expect.poll(prints).toBe(1)
    await print.click()
    await expect.poll(prints).toBe(2)
  }
})

test('an early press counts also where the browser has changed the page before its code', async ({
  browser,
  portal,
}) => {
  // React reports that the page was changed. Errors of a page that the test opens itself are not collected.
  const page = await browser.newPage()
  await page.route(/google/, (route) => route.fulfill({ contentType: 'text/html', body: 'Eine Karte' }))
  const letCodeArrive = await delayAnswers(page, PAGE_SCRIPTS)
  await page.goto(portal.url + addBookingWithLinks(portal).overview, { waitUntil: 'commit' })
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

test('"Meine Termine" is left by a press before the code, and called once', async ({ page, portal }) => {
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

test('the times of an address are there before the code, keep a press, and nothing moves', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // Each page is the first one of this browser.
    localStorage.clear()
    sessionStorage.clear()
    // `window.name` keeps the sum of all shifts of the layout, as a text.
    window.name = '0'
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.name = String(Number(window.name) + shift.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const styles: string[] = []
  page.on('request', (request) => {
    // Only styles of the first three steps count. Those of the fourth are fetched in advance.
    if (/\/(parts|times)-[^/]*\.css$/.test(request.url())) styles.push(request.url())
  })
  const next = page.getByRole('button', { name: /Nächster freier Termin/ })
  let letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/?service=erstordination', { waitUntil: 'commit' })
  await expect(next).toBeVisible()
  await letCodeArrive()
  // The code takes the query from the address.
  await expect(page).toHaveURL(/\/#step-3$/)
  expect(await page.evaluate(() => Number(window.name))).toBeLessThan(0.01)
  expect(styles, 'styles that are in the page').toEqual([])

  letCodeArrive = await delayAnswers(page, PAGE_SCRIPTS)
  await page.goto('/?service=erstordination&visit=first', { waitUntil: 'commit' })
  await untilReactHasBegun(page)
  await next.click()
  await letCodeArrive()
  await expect(next).toHaveAttribute('aria-pressed', 'true')
})

test('an early press fetches all that the second step needs together, before any code has arrived', async ({
  page,
}) => {
  /** The calls and files of the second step, without the hashes in their names. */
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/step-service|parts|services/.test(pathname)) requested.push(pathname.replace(/-[^/]*(?=\.\w+$)/, ''))
  })
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  const files = ['/api/services', '/assets/parts.css', '/assets/parts.js', '/assets/step.js']
  await expect.poll(() => requested.toSorted()).toEqual(files)
  await letCodeArrive()
  await expectStep(page, 2)
  await expect(page.getByRole('button', { name: /^Erstordination/ })).toBeVisible()
  expect(requested.toSorted(), 'nothing is asked for twice').toEqual(files)
})

test('a slow line brings the font after the code of the first two steps', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const fonts = () => requested.filter((path) => path.endsWith('.woff2'))
  await page.addInitScript(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 400
  })
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expect.poll(() => requested).toContain('/api/services')
  expect(fonts()).toEqual([])
  await letCodeArrive()
  await expect.poll(fonts).toHaveLength(1)
})

test(
  'a file of the code that gets lost is asked for again, and the page says so meanwhile',
  ON_PHONE_TOO,
  async ({ browser, portal }) => {
    // Each lost file is an error of the page, so the page is one whose errors are allowed.
    const page = await browser.newPage()
    const REACT = '**/assets/react-*.js'
    await page.route(REACT, (route) => route.abort('connectionreset'))
    await page.goto(portal.url, { waitUntil: 'commit' })
    const note = page.getByText('Ein Teil der Seite ist nicht angekommen')
    await expect(note).toBeVisible()
    const reloaded = page.waitForEvent('domcontentloaded')
    await page.getByRole('button', { name: 'Seite neu laden' }).click()
    await reloaded
    await expect(note).toBeVisible()
    await look(page, 'code-missing')

    await page.getByRole('button', { name: 'Erstbesuch' }).click()
    await page.unroute(REACT)
    await expectStep(page, 2)
    await expect(note).toBeHidden()
  },
)

test('a theme that is chosen before the code stays', async ({ page }) => {
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/', { waitUntil: 'commit' })
  const theme = page.getByLabel('Darstellung')
  await theme.selectOption('Dunkel')
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await letCodeArrive()
  await expectStep(page, 2)
  await expect(page.locator('body')).toHaveCSS('background-color', DARK_BACKGROUND)
  await expect(theme).toHaveValue('dark')
})

test('the page of a closed booking can be pressed after its code has arrived', async ({ page, portal }) => {
  writeSettings(portal.ctx(), 'general', { booking_maintenance_active: true })
  await page.goto('/')
  await expectHeading(page, 'Online-Buchung derzeit nicht möglich')
  const again = page.getByRole('button', { name: 'Noch einmal versuchen' })
  await expect(again).toBeEnabled()
  const health = page.waitForRequest('**/api/health')
  await again.click()
  await health
})

test('a message and a decision count that come before the code', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal)
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto(appointment.confirm, { waitUntil: 'commit' })
  await page.getByLabel('Nachricht an die Patientin oder den Patienten').fill('Bitte kommen Sie nüchtern.')
  await page.getByRole('button', { name: 'Termin bestätigen' }).click()
  expect(appointment.statusAndMails()).toEqual(['requested'])
  await letCodeArrive()
  await expectHeading(page, 'Termin bestätigt')
  const mail = await portal.mailTo(ROSA.email, /^Termin bestätigt/)
  expect(mail.text).toContain('> Bitte kommen Sie nüchtern.')
})

test('a sign-in that is entered and pressed before the code counts', async ({ page }) => {
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/admin/login', { waitUntil: 'commit' })
  await fieldLabelled(page, 'E-Mail').fill(ADMIN.email)
  await fieldLabelled(page, 'Passwort').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await letCodeArrive()
  await expect(page).toHaveURL(/\/admin$/)
})

test('a booking that goes on after a reload never shows the first step again', async ({ page }) => {
  await page.goto('/?visit=first&step=2')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('ordi_step'))).toBe('2')
  await page.addInitScript(() => {
    const seen = new Set<string>()
    const recordHeading = () => {
      const heading = document.querySelector('h1')
      if (heading && getComputedStyle(heading).visibility === 'visible') seen.add(heading.textContent)
      window.name = JSON.stringify([...seen])
      requestAnimationFrame(recordHeading)
    }
    recordHeading()
  })
  // On a slow phone the rendering of the step takes many frames.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.goto('/')
  await expectHeading(page, 'Leistung wählen')
  expect(JSON.parse(await page.evaluate(() => window.name))).toEqual(['Leistung wählen'])
})
