import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import { expectStep } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

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
