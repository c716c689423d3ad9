import { bottomBar, chooseNextFree, chooseService, expectStep } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'
import { book, reachReview } from './fixtures/review.ts'

test('the browser goes back and forward through the steps', async ({ page }) => {
  await chooseService(page)
  await page.goBack()
  await expectStep(page, 2)
  await page.goBack()
  await expectStep(page, 1)
  await page.goForward()
  await expectStep(page, 2)
})

test('the browser does not go forward to a step that lacks earlier choices', async ({ page }) => {
  await chooseService(page)
  await chooseNextFree(page)
  await page.goBack()
  await expectStep(page, 3)
  // No time of the new day is chosen yet, so step 4 is unreachable.
  await page.getByRole('button', { name: 'Nächster Monat' }).click()
  await page
    .getByRole('button', { name: /Zeiten frei$/ })
    .last()
    .click()
  await page.goForward()
  await expectStep(page, 3)
  await page.goBack()
  await expectStep(page, 2)
})

test('the device stores the step, from the first one on', async ({ page }) => {
  const storedStep = () => page.evaluate(() => localStorage.getItem('ordi_step'))
  await page.goto('/')
  await expectStep(page, 1)
  expect(await storedStep()).toBe('1')
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expectStep(page, 2)
  expect(await storedStep()).toBe('2')
})

test('a URL opens the last reachable step', async ({ page }) => {
  await chooseService(page)
  await page.goto('/#step-5')
  await expectStep(page, 3)
  await page.goto('/?step=9')
  await expect(page).toHaveURL(/#step-[1-3]$/)
})

test('a URL with a service opens the first step if its hash asks for it', async ({ page }) => {
  await page.goto('/?service=akupunktur#step-1')
  await expectStep(page, 1)
})

test('the browser warns before the page is left, once something is chosen', async ({ page }) => {
  /** The types of the dialogs that the browser has opened so far. */
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  await page.goto('/')
  await expectStep(page, 1)
  await page.goto('about:blank')
  expect(dialogs, 'nothing was chosen').toEqual([])
  await chooseService(page)
  await page.goBack()
  await expectStep(page, 2)
  await page.goForward()
  await expectStep(page, 3)
  expect(dialogs, 'another step is the same page').toEqual([])
  await page.goto('/?service=akupunktur&visit=return')
  expect(dialogs).toEqual(['beforeunload'])
  await expectStep(page, 3)
})

test('a second tab opened during the review says that it continues, and can start anew', async ({
  page,
  context,
  portal,
}) => {
  await reachReview(page, portal)
  const secondTab = await context.newPage()
  await secondTab.goto('/')
  await expectStep(secondTab, 4)
  const notice = secondTab.getByRole('status').filter({ hasText: 'in einem anderen Fenster begonnen' })
  await expect(notice).toContainText('Ihr Termin bleibt inzwischen reserviert.')
  await notice.getByRole('button', { name: 'Neu beginnen' }).click()
  await expectStep(secondTab, 1)
  await book(page)
})

test('a second tab continues where the first one is, and then both are independent', async ({
  page,
  context,
}) => {
  await chooseService(page)
  const secondTab = await context.newPage()
  await secondTab.goto('/')
  await expectStep(secondTab, 3)
  await expect(
    secondTab.getByText('Sie setzen eine Buchung fort, die Sie in einem anderen Fenster begonnen haben.'),
  ).toBeVisible()
  await secondTab.getByRole('button', { name: 'Neu beginnen' }).click()
  await expectStep(secondTab, 1)
  await secondTab.getByRole('button', { name: 'Folgebesuch' }).click()
  await secondTab.getByRole('button', { name: 'Facial' }).click()
  await expectStep(secondTab, 3)
  await page.reload()
  await expectStep(page, 3)
  await expect(bottomBar(page)).toContainText('Erstordination')
  await expect(bottomBar(secondTab)).toContainText('Facial')

  await page.goto('/?service=akupunktur')
  await expectStep(page, 3)
  const thirdTab = await context.newPage()
  await thirdTab.goto('/')
  await expectStep(thirdTab, 3)
  await expect(bottomBar(thirdTab)).toContainText('Akupunktur')
})
