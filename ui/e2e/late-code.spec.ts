import type { Locator, Page } from 'playwright/test'
import { expectHeading } from './fixtures/headings.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { PAGE_SCRIPTS, SCRIPTS, untilReactHasBegun } from './fixtures/late-code.ts'
import { expectStep } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

// The server renders a page at once, and on a slow line its code arrives much later.

/**
 * Adds up the layout shifts of each page, which opens as on a first visit. Returns a function that reads the
 * sum. It is kept as text in `window.name`, which the portal does not use.
 */
async function measureShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    localStorage.clear()
    sessionStorage.clear()
    window.name = '0'
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.name = String(Number(window.name) + shift.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Number(window.name))
}

/** Records in `window.name` each heading that a frame shows. Returns a function that reads the headings. */
async function recordHeadings(page: Page): Promise<() => Promise<string[]>> {
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
  return () => page.evaluate(() => JSON.parse(window.name))
}

/** The button that chooses the next free time. */
function nextFreeButton(page: Page): Locator {
  return page.getByRole('button', { name: /Nächster freier Termin/ })
}

test('the times of a URL are shown before the code arrives, which moves nothing and needs no styles', async ({
  page,
}) => {
  const readShifts = await measureShifts(page)
  const requestedStyles: string[] = []
  page.on('request', (request) => {
    // Only styles of the first three steps count. Those of the fourth are fetched in advance.
    if (/\/(parts|times)-[^/]*\.css$/.test(request.url())) requestedStyles.push(request.url())
  })
  const letCodeArrive = await delayAnswers(page, SCRIPTS)
  await page.goto('/?service=erstordination', { waitUntil: 'commit' })
  await expect(nextFreeButton(page)).toBeVisible()
  await letCodeArrive()
  // The code removes the query from the URL.
  await expect(page).toHaveURL(/\/#step-3$/)
  expect(await readShifts()).toBeLessThan(0.01)
  expect(requestedStyles, 'styles that are in the page').toEqual([])
})

test('the page of the server stays when the code of its step arrives just after React has begun', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // React goes on later, as in a browser that loads files faster than it renders.
    Object.assign(window, { setImmediate: (goOn: () => void) => setTimeout(goOn, 50) })
    addEventListener('DOMContentLoaded', () =>
      Object.assign(window, { heading: document.querySelector('h1') }),
    )
  })
  await page.goto('/?service=erstordination')
  await expect(page).toHaveURL(/\/#step-3$/)
  const isHeadingKept = () => page.evaluate(() => (window as { heading?: Element }).heading?.isConnected)
  expect(await isHeadingKept()).toBe(true)
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

test('a booking that continues after a reload never shows the first step in between', async ({ page }) => {
  await page.goto('/?visit=first&step=2')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('ordi_step'))).toBe('2')
  const readHeadings = await recordHeadings(page)
  // On a slow phone the rendering of the step takes many frames.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.goto('/')
  await expectHeading(page, 'Leistung wählen')
  expect(await readHeadings()).toEqual(['Leistung wählen'])
  // Otherwise the pages of later tests would be as slow.
  await devtools.detach()
})
