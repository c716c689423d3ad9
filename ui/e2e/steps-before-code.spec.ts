import type { Page } from 'playwright/test'
import { listen } from './fixtures/announcements.ts'
import { expectHeading } from './fixtures/headings.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { SCRIPTS } from './fixtures/late-code.ts'
import { LOOKS_ON_PHONE } from './fixtures/look.ts'
import { expectStep } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

// The server renders the first steps of the wizard too, so that patients need not wait for its code.

const FIRST_STEP = 'Ist das Ihr erster Besuch bei uns?'
const SECOND_STEP = 'Leistung wählen'

/** Opens the first step without its code. Returns a function that lets the code arrive. */
async function openWithoutCode(page: Page): Promise<() => Promise<void>> {
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/', { waitUntil: 'commit' })
  return letCodeArrive
}

function pressFirstVisit(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Erstbesuch' }).click()
}

test('two steps can be taken before any code has arrived, as if it had', LOOKS_ON_PHONE, async ({ page }) => {
  const letCodeArrive = await openWithoutCode(page)
  const stepsInHistory = () => page.evaluate(() => history.state.steps)
  await pressFirstVisit(page)
  await expectHeading(page, SECOND_STEP)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const service = page.getByRole('button', { name: /^Erstordination/ })
  await service.focus()
  await page.keyboard.press('Enter')
  await expectHeading(page, 'Termin wählen')
  await expect(page.getByRole('button', { name: /Nächster freier Termin/ })).toBeVisible()
  await letCodeArrive()

  // The code takes over the URL, the history and what the browser stores.
  await expect(page).toHaveURL(/\/#step-3$/)
  expect(await stepsInHistory()).toEqual([1, 2, 3])
  await page.reload()
  await expectStep(page, 3)
  await page.goBack()
  await expectStep(page, 2)
  await expect(service).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Zurück', exact: true }).click()
  await expectStep(page, 1)
  expect(await stepsInHistory()).toEqual([1])
})

test('a step taken before the code arrives is announced', async ({ page }) => {
  await openWithoutCode(page)
  const heard = await listen(page)
  await pressFirstVisit(page)
  await expect.poll(heard).toEqual(['Schritt 2 von 6 – Leistung'])
})

test('a step taken before the code arrives is requested once, and so are its files', async ({ page }) => {
  /** The calls and files of the second step, without the hashes in their names. */
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/step-service|parts|services|visit=/.test(pathname + search))
      requested.push(pathname.replace(/-[^/]*(?=\.\w+$)/, '') + search)
  })
  const letCodeArrive = await openWithoutCode(page)
  await page.getByRole('button', { name: 'Erstbesuch' }).dblclick()
  await expectHeading(page, SECOND_STEP)
  const files = ['/?visit=first&step=2', '/assets/parts.js', '/assets/step.js']
  await expect.poll(() => requested.toSorted()).toEqual(files)
  await letCodeArrive()
  await expect(page).toHaveURL(/#step-2$/)
  expect(requested.toSorted()).toEqual(files)
})

test('of two presses before the first answer, the last one decides which step is shown', async ({ page }) => {
  const letCodeArrive = await openWithoutCode(page)
  const letFirstAnswerArrive = await delayAnswers(page, /visit=first/)
  await pressFirstVisit(page)
  await page.getByRole('button', { name: 'Folgebesuch' }).click()
  await expect(page.getByText('Leistungen für Folgebesuch')).toBeVisible()
  await letFirstAnswerArrive()
  await letCodeArrive()
  await expect(page).toHaveURL(/#step-2$/)
  await expect(page.getByText('Leistungen für Folgebesuch')).toBeVisible()
})

test('a step that the server does not render comes with the code, which the press fetches', async ({
  page,
}) => {
  const letCodeArrive = await openWithoutCode(page)
  await page.route(/visit=first/, (route) => route.fulfill({ contentType: 'text/html', body: 'Wartung' }))
  const stepFile = page.waitForRequest(/step-service/)
  await pressFirstVisit(page)
  await stepFile
  await expectHeading(page, FIRST_STEP)
  await letCodeArrive()
  await expectStep(page, 2)
})

test('code that arrives before the requested step waits for it, and then takes it over', async ({ page }) => {
  const letCodeArrive = await openWithoutCode(page)
  const letStepArrive = await delayAnswers(page, /visit=first/)
  await pressFirstVisit(page)
  const lastScript = page.waitForResponse(/first-[^/]*\.js/)
  await letCodeArrive()
  await lastScript
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await letStepArrive()
  await expectStep(page, 2)
  await expect(page).toHaveURL(/#step-2$/)
  expect(calls, 'the services are those that came with the step').not.toContain('/api/services')
})

test('a step that does not arrive within a few seconds comes with the code', async ({ page }) => {
  const letCodeArrive = await openWithoutCode(page)
  const letStepArrive = await delayAnswers(page, /visit=first/)
  await pressFirstVisit(page)
  await letCodeArrive()
  await expectStep(page, 2)
  await letStepArrive()
  await expectStep(page, 2)
})

for (const { when, isReloaded } of [
  { when: 'before the code', isReloaded: false },
  { when: 'before the code of a page that was loaded anew', isReloaded: true },
])
  test(`the browser leads back to the first step ${when}`, async ({ page }) => {
    const letCodeArrive = await openWithoutCode(page)
    await pressFirstVisit(page)
    await expectHeading(page, SECOND_STEP)
    if (isReloaded) await page.reload({ waitUntil: 'commit' })
    await expectHeading(page, SECOND_STEP)
    await page.goBack({ waitUntil: 'commit' })
    await expectHeading(page, FIRST_STEP)
    await letCodeArrive()
    await expectStep(page, 1)
    await page.getByRole('button', { name: 'Folgebesuch' }).click()
    await expect(page.getByText('Leistungen für Folgebesuch')).toBeVisible()
  })
