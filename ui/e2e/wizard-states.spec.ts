import { writeSettings } from '../../src/practice/settings.ts'
import { DARK_BACKGROUND } from './fixtures/colours.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { expectStep } from './fixtures/patient.ts'
import { photograph } from './fixtures/photograph.ts'
import { expect, test } from './fixtures/portal.ts'

// The wizard while something is loading, has failed to load, or is missing.

const STATUS_CALL = '**/api/status'
/** All files of a page except its HTML. */
const FILES = /\.(js|css|woff2)$/
const SERVICES_CALL = '**/api/services'

const FIRST_QUESTION = 'Ist das Ihr erster Besuch bei uns?'

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
  const letFilesArrive = await delayAnswers(page, FILES)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: FIRST_QUESTION })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erstbesuch' })).toHaveCSS('border-radius', '12px')
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await letFilesArrive()
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
  const letFilesArrive = await delayAnswers(page, FILES)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: 'Ordination Dr. Demo Muster' })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', DARK_BACKGROUND)
  await expect(page.getByRole('heading', { name: FIRST_QUESTION })).toBeHidden()
  await letFilesArrive()
  await expectStep(page, 2)
})
