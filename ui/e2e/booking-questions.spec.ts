import type { Locator, Page } from 'playwright/test'
import { decryptAnswers } from '../../src/booking/answers.ts'
import { getBooking } from '../../src/booking/bookings.ts'
import { getService, saveService } from '../../src/schedule/services.ts'
import { bookingIdOf } from './fixtures/bookings.ts'
import { chooseNextFree, expectStep, fillContact, openTimes, ROSA, verifyEmail } from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'
import { book, easeBotCheck } from './fixtures/review.ts'

/** Lets the service of a first visit ask a question of each kind. */
function addQuestions(portal: Portal): void {
  const ctx = portal.ctx()
  saveService(ctx, {
    ...getService(ctx, 'erstordination'),
    questions: [
      { id: 'q1', label: 'Haben Sie Allergien?', kind: 'yesno', required: true },
      { id: 'q2', label: 'Was ist Ihnen wichtig?', kind: 'text', required: true },
      {
        id: 'q3',
        label: 'Woher kennen Sie uns?',
        kind: 'choice',
        options: ['Hausärztin', 'Freunde'],
        required: false,
      },
    ],
  })
}

/** The field for the answer to the question of the kind `text`. */
function textAnswer(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Was ist Ihnen wichtig?' })
}

/** Answers all three questions. */
async function answerQuestions(page: Page, portal: Portal): Promise<void> {
  await easeBotCheck(page, portal)
  await page.getByRole('radio', { name: 'Nein', exact: true }).check()
  await textAnswer(page).fill('Quirlstichfieber')
  await page.getByLabel('Woher kennen Sie uns? (freiwillig)').selectOption('Freunde')
}

/** Goes on to the form of the contact, which is filled in but for the questions. */
async function reachQuestions(page: Page, portal: Portal): Promise<void> {
  addQuestions(portal)
  await openTimes(page)
  await chooseNextFree(page)
  await fillContact(page)
  await page.getByRole('checkbox', { name: /keine österreichische/ }).check()
  await verifyEmail(page, portal)
}

/** Answers the questions, and goes on to the review. */
async function reachReviewWithAnswers(page: Page, portal: Portal): Promise<void> {
  await answerQuestions(page, portal)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
}

test('an answer that is missing is asked for', async ({ page, portal }) => {
  await reachQuestions(page, portal)
  await page.getByRole('button', { name: 'Weiter' }).click()
  // Two of the three questions need an answer.
  await expect(page.getByText('Bitte beantworten Sie diese Frage.')).toHaveCount(2)
  await expect(page.getByRole('radio', { name: 'Ja', exact: true })).toBeFocused()
  await answerQuestions(page, portal)
  await expect(page.getByText('Bitte füllen Sie alle Pflichtfelder aus')).toHaveCount(0)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
  await expect(page.getByText('Quirlstichfieber')).toBeVisible()
})

test('the review leads back to the answers, which the browser never stores', async ({ page, portal }) => {
  await reachQuestions(page, portal)
  await reachReviewWithAnswers(page, portal)
  await page.getByRole('button', { name: 'Antworten ändern' }).click()
  await expectStep(page, 4)
  await expect(textAnswer(page)).toHaveValue('Quirlstichfieber')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).toContain(ROSA.firstName)
  expect(stored).not.toMatch(/Quirl|Freunde/)
})

test('a reload asks for the answers again, and the practice gets them', async ({ page, portal }) => {
  await reachQuestions(page, portal)
  await reachReviewWithAnswers(page, portal)
  await page.reload()
  await expectStep(page, 4)
  await expect(page.getByText('Ihre Antworten auf unsere Fragen merken wir uns')).toBeVisible()
  await expect(textAnswer(page)).toHaveValue('')
  await reachReviewWithAnswers(page, portal)
  await book(page)
  const booking = getBooking(portal.ctx(), bookingIdOf(portal, ROSA.lastName))
  expect(decryptAnswers(portal.ctx(), booking).map(({ value }) => value)).toEqual([
    'Nein',
    'Quirlstichfieber',
    'Freunde',
  ])
})
