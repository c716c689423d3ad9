import { addBookingWithLinks } from './fixtures/bookings.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { bottomBar, expectStep } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

// On a bad line files of the code get lost, and the page must get over that by itself.

/** The script of the second step. */
const STEP_SCRIPT = /\/assets\/step-service.*\.js$/

test(
  'a lost file of the code is requested again, and the page says so meanwhile',
  LOOKS_ON_PHONE,
  async ({ browser, portal }) => {
    // Each lost file is an error of the page. This page is made here, so its errors are not collected.
    const page = await browser.newPage()
    const reactFiles = '**/assets/react-*.js'
    await page.route(reactFiles, (route) => route.abort('connectionreset'))
    await page.goto(portal.url, { waitUntil: 'commit' })
    const note = page.getByText('Ein Teil der Seite ist nicht angekommen')
    await expect(note).toBeVisible()
    const reloaded = page.waitForEvent('domcontentloaded')
    await page.getByRole('button', { name: 'Seite neu laden' }).click()
    await reloaded
    await expect(note).toBeVisible()
    await look(page, 'code-missing')

    await page.getByRole('button', { name: 'Erstbesuch' }).click()
    await page.unroute(reactFiles)
    await expectStep(page, 2)
    await expect(note).toBeHidden()
  },
)

test('the code of a page is requested again if it gets lost', async ({ browser, portal }) => {
  // Each lost file is an error of the page. Errors of a page that the test opens itself are not collected.
  const page = await browser.newPage()
  const pageScript = /\/assets\/cancel-page-[^/]*\.js/
  let lostRequests = 0
  await page.route(pageScript, (route) => {
    lostRequests++
    return route.abort('connectionreset')
  })
  await page.goto(portal.url + addBookingWithLinks(portal).cancelUrl)
  // The file is requested in advance, and again when the page needs it.
  await expect.poll(() => lostRequests).toBeGreaterThanOrEqual(2)
  await page.unroute(pageScript)
  await expect(page.getByText('auf manuelle Bestätigung wartend')).toBeVisible()
})

test('a step whose files did not arrive appears with its styles once the connection is back', async ({
  page,
}) => {
  const files = /\/assets\/(.*\.css|step-service.*\.js)$/
  await page.route(files, (route) => route.abort())
  await page.goto('/')
  await expectStep(page, 1)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expect(page.getByText('Dieser Schritt konnte nicht geladen werden.')).toBeVisible()
  await page.unroute(files)
  await expectStep(page, 2)
  await expect(bottomBar(page)).toHaveCSS('position', 'fixed')
})

test('a step whose file the browser does not request again appears by a reload of the page once it is online', async ({
  page,
}) => {
  const pressed = Promise.withResolvers<void>()
  // A file that is lost before the press, while the step is prefetched, would make the page reload at once.
  await page.route(STEP_SCRIPT, async (route) => {
    await pressed.promise
    await route.abort()
  })
  await page.goto('/')
  await expectStep(page, 1)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  pressed.resolve()
  await expect(page.getByText('Dieser Schritt konnte nicht geladen werden.')).toBeVisible()
  const reloaded = page.waitForEvent('domcontentloaded')
  // The event reloads the page at once, so it fires after the script that Playwright waits for has ended.
  await page.evaluate(() => setTimeout(() => dispatchEvent(new Event('online'))))
  await reloaded
  await page.unroute(STEP_SCRIPT)
  await expectStep(page, 2)
})

test('a step whose files could not be prefetched still appears when it is reached', async ({ page }) => {
  await page.route(STEP_SCRIPT, (route) => route.abort())
  const failedRequest = page.waitForEvent('requestfailed', (request) => STEP_SCRIPT.test(request.url()))
  await page.goto('/')
  await failedRequest
  await page.unroute(STEP_SCRIPT)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expectStep(page, 2)
})
