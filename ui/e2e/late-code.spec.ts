import type { Locator, Page } from 'playwright/test'
import { expectHeading } from './fixtures/headings.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { PAGE_SCRIPTS, SCRIPTS, untilReactHasBegun } from './fixtures/late-code.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import { expectStep } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

/** Adds up the layout shifts of each page in `window.name`, as text. Each page opens as on a first visit. */
async function measureShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.clear()
    sessionStorage.clear()
    window.name = '0'
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.name = String(Number(window.name) + shift.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The button that chooses the next free time. */
function nextFreeButton(page: Page): Locator {
  return page.getByRole('button', { name: /Nächster freier Termin/ })
}

test('the times of an address are shown before the code arrives, which moves nothing and needs no styles', async ({
  page,
}) => {
  await measureShifts(page)
  const styles: string[] = []
  page.on('request', (request) => {
    // Only styles of the first three steps count. Those of the fourth are fetched in advance.
    if (/\/(parts|times)-[^/]*\.css$/.test(request.url())) styles.push(request.url())
  })
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/?service=erstordination', { waitUntil: 'commit' })
  await expect(nextFreeButton(page)).toBeVisible()
  await letCodeArrive()
  // The code removes the query from the address.
  await expect(page).toHaveURL(/\/#step-3$/)
  expect(await page.evaluate(() => Number(window.name))).toBeLessThan(0.01)
  expect(styles, 'styles that are in the page').toEqual([])
})

test('a time chosen before the code of the page arrives stays chosen', async ({ page }) => {
  const letCodeArrive = await delayAnswers(page, PAGE_SCRIPTS)
  await page.goto('/?service=erstordination&visit=first', { waitUntil: 'commit' })
  await untilReactHasBegun(page)
  await nextFreeButton(page).click()
  await letCodeArrive()
  await expect(nextFreeButton(page)).toHaveAttribute('aria-pressed', 'true')
})

test('pressing a time and "Weiter" before any code arrives leads to the next step with that time', async ({
  page,
}) => {
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/?service=erstordination&visit=first', { waitUntil: 'commit' })
  await nextFreeButton(page).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await letCodeArrive()
  await expectStep(page, 4)
})

// Chromium may itself fetch a font that an earlier page has used, so the files that it fetches say nothing.
for (const { line, font, fetched } of [
  { line: '3g', font: /^"Figtree Fallback"/, fetched: '' },
  { line: '4g', font: /^Figtree,/, fetched: 'preload' },
])
  test(`a page on a ${line} line uses the font ${font}`, async ({ page }) => {
    await page.addInitScript((effectiveType) => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType } })
    }, line)
    await page.goto('/')
    await expect(page.locator('body')).toHaveCSS('font-family', font)
    await expect(page.locator('link[as=font]')).toHaveJSProperty('rel', fetched)
  })

test(
  'a lost file of the code is requested again, and the page says so meanwhile',
  ON_PHONE_TOO,
  async ({ browser, portal }) => {
    // Each lost file is an error of the page. This page is made here, so its errors are not collected.
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

test('a booking that continues after a reload never shows the first step in between', async ({ page }) => {
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
