import { listBookings } from '../../src/backoffice/booking-list.ts'
import { answersOf } from '../../src/booking/answers.ts'
import type { Booking } from '../../src/db/schema.ts'
import { getService, saveService } from '../../src/schedule/services.ts'
import {
  book,
  chooseNextFree,
  easeBotCheck,
  expectStep,
  fillContact,
  openTimes,
  ROSA,
  verifyEmail,
} from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'

/** Returns the coming bookings, of which no test here makes more than a page. */
function listFirstBookings(portal: Portal): Booking[] {
  const page = { limit: 10, offset: 0 }
  return listBookings(portal.ctx(), {}, page).bookings.map(({ booking }) => booking as Booking)
}

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

test('the answers to the questions of a service are in no storage, and reach the practice', async ({
  page,
  portal,
}) => {
  addQuestions(portal)
  const textAnswer = page.getByRole('textbox', { name: 'Was ist Ihnen wichtig?' })
  const answerQuestions = async () => {
    await easeBotCheck(page, portal)
    await page.getByRole('radio', { name: 'Nein', exact: true }).check()
    await textAnswer.fill('Quirlstichfieber')
    await page.getByLabel('Woher kennen Sie uns? (freiwillig)').selectOption('Freunde')
  }
  const nextButton = page.getByRole('button', { name: 'Weiter' })
  await openTimes(page)
  await chooseNextFree(page)
  await fillContact(page)
  await page.getByRole('checkbox', { name: /keine österreichische/ }).check()
  await verifyEmail(page, portal)
  await test.step('a missing answer is asked for', async () => {
    await nextButton.click()
    await expect(page.getByText('Bitte beantworten Sie diese Frage.')).toHaveCount(2)
    await expect(page.getByRole('radio', { name: 'Ja', exact: true })).toBeFocused()
    await answerQuestions()
    await expect(page.getByText('Bitte füllen Sie alle Pflichtfelder aus')).toHaveCount(0)
    await nextButton.click()
    await expectStep(page, 5)
    await expect(page.getByText('Quirlstichfieber')).toBeVisible()
  })

  await test.step('the review leads back to the answers, and no storage has them', async () => {
    await page.getByRole('button', { name: 'Antworten ändern' }).click()
    await expectStep(page, 4)
    await expect(textAnswer).toHaveValue('Quirlstichfieber')
    await nextButton.click()
    await expectStep(page, 5)
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(stored).toContain(ROSA.firstName)
    expect(stored).not.toMatch(/Quirl|Freunde/)
  })

  await test.step('a reload asks for the answers again, and the practice gets them', async () => {
    await page.reload()
    await expectStep(page, 4)
    await expect(page.getByText('Ihre Antworten auf unsere Fragen merken wir uns')).toBeVisible()
    await expect(textAnswer).toHaveValue('')
    await answerQuestions()
    await nextButton.click()
    await expectStep(page, 5)
    await book(page)
    const [booking] = listFirstBookings(portal)
    if (!booking) throw new Error('nothing was booked')
    expect(answersOf(portal.ctx(), booking).map(({ value }) => value)).toEqual([
      'Nein',
      'Quirlstichfieber',
      'Freunde',
    ])
  })
})
