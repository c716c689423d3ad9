import type { Page } from 'playwright/test'
import { writeSettings } from '../../src/practice/settings.ts'
import { DARK_BACKGROUND } from './fixtures/colours.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { tabTo } from './fixtures/keyboard.ts'
import { chooseService, expectStep } from './fixtures/patient.ts'
import { photograph } from './fixtures/photograph.ts'
import { expect, test } from './fixtures/portal.ts'
import { doubleTap, keepCover } from './fixtures/taps.ts'
import { PHONE } from './fixtures/windows.ts'

const STATUS_CALL = '**/api/status'
/** All files of a page except its HTML. */
const FILES = /\.(js|css|woff2)$/
const SERVICES_CALL = '**/api/services'

const FIRST_QUESTION = 'Ist das Ihr erster Besuch bei uns?'

/**
 * Opens the first step on a phone. The services of the second step are loaded, so that a second tap would
 * find them.
 */
async function openFirstStepOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  const services = page.waitForResponse(SERVICES_CALL)
  await page.goto('/')
  await expectStep(page, 1)
  await services
}

/** Leaves step 3 by a double tap. The cover of step 4 stays until the returned function is called. */
async function doubleTapToContact(page: Page): Promise<() => Promise<void>> {
  await page.setViewportSize(PHONE)
  await chooseService(page, 'Folgebesuch', 'Folgebehandlung')
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  const liftCover = await keepCover(page)
  await doubleTap(page, 'Weiter')
  await expectStep(page, 4)
  return liftCover
}

test('the page says that it is loading until the status has arrived', async ({ page }) => {
  const letStatusArrive = await delayAnswers(page, STATUS_CALL)
  await page.goto('/')
  await expect(page.getByText('Lade Status …')).toBeAttached()
  await photograph(page, 'booking-0-loading')
  await letStatusArrive()
  await expectStep(page, 1)
})

test('the second step says that services could not be loaded, or that there are none', async ({ page }) => {
  await page.route(SERVICES_CALL, (route) => route.fulfill({ status: 403, json: { error: 'closed' } }))
  await page.goto('/')
  await expectStep(page, 1)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expect(page.getByText('Services nicht ladbar')).toBeVisible()
  await photograph(page, 'booking-2-failed')
  await page.unroute(SERVICES_CALL)
  await page.route(SERVICES_CALL, (route) => route.fulfill({ json: [] }))
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(page.getByText('Für diese Auswahl sind aktuell keine Leistungen hinterlegt.')).toBeVisible()
  await photograph(page, 'booking-2-empty')
})

test('round trips of 1.5 seconds do not make the page say that the practice cannot be reached', async ({
  page,
  portal,
}) => {
  writeSettings(portal.ctx(), 'practice', { phone: '+43 1 2345678' })
  // Only the health call is answered before the step is there, because the step waits for no other answer.
  const stepIsShown = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    if (!route.request().url().endsWith('/api/health')) await stepIsShown.promise
    // The page may have cancelled the call meanwhile, and a cancelled call cannot be continued.
    await route.continue().catch(() => undefined)
  })
  await page.goto('/?service=erstordination', { waitUntil: 'commit' })
  await expectStep(page, 3)
  stepIsShown.resolve()
  const failure = page.getByText(/nicht erreichbar|nicht möglich/)
  // Three attempts of a second, and then the round trips of health and status (docs/behaviour.md 1.8).
  const failureIsShown = expect(failure).toBeVisible({ timeout: 6000 })
  await expect(failureIsShown).rejects.toThrow()
  await expectStep(page, 3)
})

test('the first question can be read and answered before any other file has arrived', async ({ page }) => {
  const arrive = await delayAnswers(page, FILES)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: FIRST_QUESTION })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erstbesuch' })).toHaveCSS('border-radius', '12px')
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await arrive()
  await expectStep(page, 2)
})

test('a reload of a later step is dark and shows no first question before any other file has arrived', async ({
  page,
}) => {
  await page.goto('/')
  await expectStep(page, 1)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expectStep(page, 2)
  await page.evaluate(() => localStorage.setItem('ui_theme', 'dark'))
  const arrive = await delayAnswers(page, FILES)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: 'Ordination Dr. Demo Muster' })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', DARK_BACKGROUND)
  await expect(page.getByRole('heading', { name: FIRST_QUESTION })).toBeHidden()
  await arrive()
  await expectStep(page, 2)
})

test('a double tap on an answer of the first step chooses nothing in the next one', async ({ page }) => {
  await openFirstStepOnPhone(page)
  await keepCover(page)
  await doubleTap(page, 'Folgebesuch')
  await expectStep(page, 2)
})

test('a double click selects no text of a step that has just appeared', async ({ page }) => {
  await openFirstStepOnPhone(page)
  await keepCover(page)
  await page.getByRole('button', { name: 'Folgebesuch' }).click()
  await expectStep(page, 2)
  await page.mouse.dblclick(PHONE.width / 2, PHONE.height / 2)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
})

test('a key that is held down presses only one button', async ({ page }) => {
  await openFirstStepOnPhone(page)
  await page.getByRole('button', { name: 'Folgebesuch' }).focus()
  for (let repeats = 0; repeats < 5; repeats++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expectStep(page, 2)
})

test('taps reach no field of a step that has just appeared', async ({ page }) => {
  await doubleTapToContact(page)
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
  const ticked = page.getByRole('radio', { checked: true })
  for (const field of [page.getByRole('radio', { name: 'Frau' }), page.getByLabel('Vorname')]) {
    const box = await field.boundingBox()
    // Well inside the field: a tap on its edge might miss it even without a cover.
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await expect(field).not.toBeFocused()
    await expect(ticked, 'nobody but "Für mich"').toHaveCount(1)
  }
})

test('keys reach a new step at once, and taps soon after', async ({ page }) => {
  const liftCover = await doubleTapToContact(page)
  await tabTo(page, page.getByLabel('Vorname'))
  await page.keyboard.type('Rosa')
  await expect(page.getByLabel('Vorname')).toHaveValue('Rosa')
  await liftCover()
  const duration = () =>
    page.locator('.new-step').evaluate((step) => getComputedStyle(step, '::after').animationDuration)
  expect(await duration()).toBe('0.4s')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /^Bitte füllen Sie/ })).toBeInViewport({
    ratio: 1,
  })
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
  await expect(page.getByRole('region', { name: 'Auswahl und weiter' })).toHaveCSS('position', 'fixed')
})

test('a step whose file the browser does not request again appears by a reload of the page once it is online', async ({
  page,
}) => {
  const files = /\/assets\/step-service.*\.js$/
  const press = Promise.withResolvers<void>()
  // A file that is lost before the press, while the step is prefetched, would make the page reload at once.
  await page.route(files, async (route) => {
    await press.promise
    await route.abort()
  })
  await page.goto('/')
  await expectStep(page, 1)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  press.resolve()
  await expect(page.getByText('Dieser Schritt konnte nicht geladen werden.')).toBeVisible()
  const reloaded = page.waitForEvent('domcontentloaded')
  // The event reloads the page at once, so it fires after the script that Playwright waits for has ended.
  await page.evaluate(() => setTimeout(() => dispatchEvent(new Event('online'))))
  await reloaded
  await page.unroute(files)
  await expectStep(page, 2)
})

test('a step whose files could not be prefetched still appears when it is reached', async ({ page }) => {
  const files = /\/assets\/step-service.*\.js$/
  await page.route(files, (route) => route.abort())
  const failedRequest = page.waitForEvent('requestfailed', (request) => files.test(request.url()))
  await page.goto('/')
  await failedRequest
  await page.unroute(files)
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expectStep(page, 2)
})
