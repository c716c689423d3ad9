import type { Page } from 'playwright/test'
import { listBookings } from '../../src/backoffice/booking-list.ts'
import { answersOf } from '../../src/booking/answers.ts'
import type { Booking } from '../../src/db/schema.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { saveResource } from '../../src/schedule/resources.ts'
import { getService, saveService } from '../../src/schedule/services.ts'
import { addDays, dayNumber, type Instant, MINUTE, weekdayOf } from '../../src/shared/day.ts'
import { dayOfMonth, longDay, shortDay } from '../../src/shared/format.ts'
import { insertBooking } from '../../src/testing/bookings.ts'
import { closePractice, dayFromToday } from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { fetchServerAnswer } from './fixtures/intercepted-calls.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import {
  book,
  chooseNextFree,
  easeBotCheck,
  expectStep,
  fillChild,
  fillContact,
  linkTo,
  openTimes,
  ROSA,
  reachReview,
  reachVerifiedContact,
  svnrField,
  verifyEmail,
} from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'

/** Reads the start of the chosen time where the wizard stores it (ui/booking/wizard/storage.ts). */
async function startOfChosenTime(page: Page): Promise<Instant> {
  const stored = await page.evaluate(() => localStorage.getItem('ordi_slot'))
  const { start } = JSON.parse(stored ?? '{}') as { start?: string }
  if (start === undefined) throw new Error('no time is chosen')
  return Date.parse(start)
}

/** Chooses a first visit, and reloads the list of its services before one is chosen. */
async function chooseServiceAcrossReload(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await expectStep(page, 2)
  await expect(page.getByText('Leistungen für Erstbesuch')).toBeVisible()
  await expect(page.getByRole('button', { name: /Erstordination/ })).toContainText('€ 180')
  await page.reload()
  await expectStep(page, 2)
  await page.getByRole('button', { name: 'Erstordination' }).click()
  await expectStep(page, 3)
}

/** Chooses the next free time, and reloads the calendar before going on. */
async function chooseTimeAcrossReload(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  const bar = page.getByRole('region', { name: 'Auswahl und weiter' })
  // Such as "Erstordination · Di 12. Jänner, 08:30", with the year if it is another one.
  const chosenTime = /Erstordination\s·\s(\w\w\s\d+\.\s\p{L}+(?:\s\d{4})?,\s\d\d:\d\d)/u
  await expect(bar).toContainText(chosenTime)
  const [, time = 'no time'] = chosenTime.exec((await bar.textContent()) ?? '') ?? []
  await page.reload()
  await expectStep(page, 3)
  await expect(bar).toContainText(time)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 4)
}

/** Fills in the contact and reloads the page, which keeps everything but the social security number. */
async function fillContactAcrossReload(page: Page, portal: Portal): Promise<void> {
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(
    page.getByText('Bitte füllen Sie alle Pflichtfelder aus und verifizieren Sie Ihre E-Mail.'),
  ).toBeVisible()
  const bySms = page.getByRole('checkbox', { name: 'Erinnerung per SMS statt E-Mail' })
  await page.getByLabel('Telefon').fill('05572 12345')
  await expect(bySms, 'no SMS for a number of the fixed network').toHaveCount(0)
  await fillContact(page)
  await bySms.check()
  await svnrField(page).fill(ROSA.svnr)
  await page.getByRole('checkbox', { name: /Auf diesem Gerät merken/ }).check()
  await page.reload()
  await expectStep(page, 4)
  await expect(bySms).toBeChecked()
  await expect(page.getByLabel('Vorname')).toHaveValue(ROSA.firstName)
  await expect(svnrField(page), 'is stored nowhere').toHaveValue('')
  await svnrField(page).fill(ROSA.svnr)
  // The page shows the whole number: the four digits and the birth date.
  await expect(page.getByText(/1238\s*14\s*03\s*58/)).toBeVisible()
  await verifyEmail(page, portal)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
}

/** Books after a restart of the server, and reloads the page of the result. */
async function bookAcrossRestart(page: Page, portal: Portal): Promise<void> {
  await expect(page.getByText(/Für Sie reserviert, noch \d+:\d\d/)).toBeVisible()
  await expect(page.getByText('••••')).toBeVisible()
  await expect(page.getByText('per SMS an +43 660 0000012')).toBeVisible()
  await portal.restart()
  await book(page)
  await expect(
    page.getByText('Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen.'),
  ).toBeVisible()
  await page.reload()
  await expectStep(page, 6)
}

/** Reads the mails to practice and patient, and opens the overview by the link in the patient's mail. */
async function expectMails(page: Page, portal: Portal): Promise<void> {
  const forPractice = await portal.mailTo('termine@ordination.example', /^Neue Reservierung/)
  expect(forPractice.text).toContain('Rosa Musterfrau')
  const received = await portal.mailTo(ROSA.email, /^Reservierung erhalten/)
  const overview = await page.context().newPage()
  await overview.goto(linkTo(received, '/patient/overview'))
  await expect(overview.getByText('auf manuelle Bestätigung wartend')).toBeVisible()
  await expect(overview.getByText('per SMS an +43 660 …012')).toBeVisible()
}

/** Returns the coming bookings, of which no test here makes more than a page. */
function listFirstBookings(portal: Portal): Booking[] {
  const page = { limit: 10, offset: 0 }
  return listBookings(portal.ctx(), {}, page).bookings.map(({ booking }) => booking as Booking)
}

test('what a patient enters survives reloads, a restart of the server and the booking itself', async ({
  page,
  portal,
}) => {
  writeSettings(portal.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
  await chooseServiceAcrossReload(page)
  await chooseTimeAcrossReload(page)
  await fillContactAcrossReload(page, portal)
  await bookAcrossRestart(page, portal)
  await expectMails(page, portal)
  expect(listFirstBookings(portal)).toMatchObject([{ status: 'requested', lastName: ROSA.lastName }])
  await test.step('another booking begins with the same data', async () => {
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).toContain(ROSA.lastName)
    expect(stored).not.toContain(ROSA.svnr)
    await page.getByRole('button', { name: 'Weitere Buchung' }).click()
    await expectStep(page, 1)
    await page.getByRole('button', { name: 'Folgebesuch' }).click()
    await page.getByRole('button', { name: 'Folgebehandlung' }).click()
    await chooseNextFree(page)
    await expect(page.getByLabel('Nachname')).toHaveValue(ROSA.lastName)
  })
})

test('a patient without an e-mail address reads whom to call', async ({ page }) => {
  await page.goto('/')
  const withoutEmail = page.getByText('Wenn Sie keine haben, rufen Sie uns bitte an:')
  await expect(withoutEmail.getByRole('link')).toHaveAttribute('href', /^tel:\+43\d+$/)
})

test('the stored data of mother and child are kept apart, and can be deleted', async ({ page }) => {
  await openTimes(page)
  await chooseNextFree(page)
  await fillContact(page)
  await page.getByRole('checkbox', { name: /Auf diesem Gerät merken/ }).check()
  await test.step('the data of mother and child are kept apart', async () => {
    await fillChild(page)
    await page.reload()
    await expectStep(page, 4)
    await expect(page.getByLabel('Ihr Vorname')).toHaveValue(ROSA.firstName)
    await expect(page.getByLabel('Vorname des Kindes')).toHaveValue('Max')
    await page.getByRole('radio', { name: 'Für mich' }).check()
    await expect(page.getByLabel('Vorname')).toHaveValue(ROSA.firstName)
    await expect(page.getByLabel('Jahr')).toHaveValue('1958')
    await page.getByRole('radio', { name: 'Für mein Kind' }).check()
    await expect(page.getByLabel('Jahr')).toHaveValue('2019')
  })

  await test.step('what is stored can be deleted', async () => {
    const forget = page.getByRole('button', { name: 'Gespeicherte Daten löschen' })
    await forget.click()
    await expect(page.getByRole('checkbox', { name: /Auf diesem Gerät merken/ })).toBeFocused()
    await expect(forget, 'nothing is left to delete').toHaveCount(0)
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain(ROSA.lastName)
  })
})

test('a hold counts down and can be extended; when it expires, the entries are kept', async ({
  page,
  portal,
}) => {
  const holdLength = portal.ctx().config.holdMinutes * MINUTE
  await page.clock.install()
  // The test moves the clock of the page. Answers with a date would set it right by the server's clock.
  await page.route('**/api/**', async (route) => {
    const response = await fetchServerAnswer(route)
    const { date: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await reachReview(page, portal)
  await test.step('the hold counts down, and is extended', async () => {
    await page.clock.fastForward('08:30')
    await expect(page.getByText(/noch 1:\d\d/)).toBeVisible()

    const endOfHold = () =>
      portal.rows<{ expires_at: number }>('select expires_at from holds')[0]?.expires_at ?? 0
    // The clock of the server has not moved, so the stored end is set as near as the page shows it.
    const firstEnd = endOfHold()
    const nearEnd = firstEnd - holdLength + 2 * MINUTE
    for (const table of ['holds', 'occupations'])
      portal.change(`update ${table} set expires_at = ? where expires_at is not null`, nearEnd)
    await page.getByRole('button', { name: 'Verlängern' }).click()
    // The hold lasts its whole length again from now on, so it ends later than at first.
    await expect.poll(endOfHold).toBeGreaterThan(firstEnd)
  })

  await test.step('the hold expires, and the entries are kept', async () => {
    await page.clock.fastForward('15:00')
    await expect(
      page.getByText('Ihre Reservierung ist abgelaufen. Bitte wählen Sie einen neuen Termin.'),
    ).toBeVisible()
    await expectStep(page, 1)
    const bar = page.getByRole('region', { name: 'Auswahl und weiter' })
    await expect(bar).toHaveCount(0)
    await page.getByRole('button', { name: 'Erstbesuch' }).click()
    await page.getByRole('button', { name: 'Erstordination' }).click()
    await expectStep(page, 3)
    await expect(bar).toHaveText('ErstordinationZurückWeiter')
    await chooseNextFree(page)
    await expect(page.getByLabel('Nachname')).toHaveValue(ROSA.lastName)
  })
})

test('a time that was taken meanwhile leads back to the times, and the entries are kept', async ({
  page,
  portal,
}) => {
  await reachVerifiedContact(page, portal)
  const startsAt = await startOfChosenTime(page)
  insertBooking(portal.ctx().db, { startsAt })
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(
    page.getByText('Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.'),
  ).toBeVisible()
  await expectStep(page, 3)
  await chooseNextFree(page)
  await expect(page.getByLabel('Nachname')).toHaveValue(ROSA.lastName)
})

test('a patient reads on which days the practice is closed, and why', async ({ page, portal }) => {
  const tomorrow = dayFromToday(1)
  const today = dayFromToday(0)
  // The closure is from Monday to Friday in the second week of the month after next. It must not be in the
  // month in which the calendar opens: at the end of a month, that can be the next month.
  const eighth = Temporal.PlainDate.from(today).with({ day: 8 }).add({ months: 2 }).toString()
  const monday = addDays(eighth, (8 - weekdayOf(dayNumber(eighth))) % 7)
  const friday = addDays(monday, 4)
  closePractice(portal, 'Fortbildung', tomorrow)
  closePractice(portal, 'Urlaub', monday, friday)

  await openTimes(page)
  const week = page.getByText(
    `Geschlossen von Mo ${dayOfMonth(monday)}. bis ${shortDay(friday, today)}: Urlaub`,
  )
  await expect(async () => {
    await page.getByRole('button', { name: 'Nächster Monat' }).click()
    await expect(week).toBeVisible({ timeout: 1000 })
  }).toPass({ intervals: [0] })
  for (const day of [monday, friday])
    await expect(page.getByRole('button', { name: `${longDay(day)}, geschlossen` })).toBeDisabled()

  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByText(`${shortDay(tomorrow, today)} geschlossen: Fortbildung`)).toBeVisible()
  await expect(week).toHaveCount(0)
  await expect(async () => {
    await page.getByRole('button', { name: 'Mehr Termine anzeigen' }).click({ timeout: 1000 })
    await expect(week).toBeVisible({ timeout: 500 })
  }).toPass({ intervals: [0] })
})

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

test(
  'a patient chooses among the doctors of a service, and review, overview and mail name the doctor',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    const ctx = portal.ctx()
    saveResource(ctx, 'doctor-1', { name: 'Dr. Muster' })
    saveResource(ctx, 'dr-beispiel', { name: 'Dr. Beispiel', title: 'Innere Medizin' })
    saveService(ctx, { ...getService(ctx, 'erstordination'), otherResourceIds: ['dr-beispiel'] })
    await openTimes(page)
    const doctorChoice = page.getByLabel('Zu wem möchten Sie?')
    await expect(doctorChoice).toHaveValue('')
    await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
    const bar = page.getByRole('region', { name: 'Auswahl und weiter' })
    // The time of the chosen appointment is the only text with a colon.
    await expect(bar).toContainText(':')
    await doctorChoice.selectOption('Dr. Beispiel, Innere Medizin')
    await expect(bar, 'another doctor has other times').not.toContainText(':')
    await page.reload()
    await expect(doctorChoice).toHaveValue('dr-beispiel')
    await look(page, 'booking-3-doctors')
    await test.step('the wish goes along to the waiting list', async () => {
      await page.getByRole('link', { name: /^Nichts Passendes/ }).click()
      await expectHeading(page, 'Warteliste: Erstordination')
      await expect(doctorChoice, 'the wish goes along').toHaveValue('dr-beispiel')
      await page.goBack()
    })

    await test.step('review, confirmation and overview name the doctor', async () => {
      await chooseNextFree(page)
      await fillContact(page)
      await svnrField(page).fill(ROSA.svnr)
      await verifyEmail(page, portal)
      await easeBotCheck(page, portal)
      await page.getByRole('button', { name: 'Weiter' }).click()
      await expectStep(page, 5)
      await expect(page.getByRole('main')).toContainText('Dr. Beispiel')
      await book(page)
      await expect(page.getByRole('main')).toContainText('Dr. Beispiel')
      await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
      await expect(page.getByRole('main')).toContainText('Dr. Beispiel')
    })

    await test.step('the waiting list begins with the own doctor, and keeps another wish', async () => {
      await page.getByRole('link', { name: 'Früher, wenn etwas frei wird' }).click()
      await expect(doctorChoice, 'without another wish the own doctor').toHaveValue('dr-beispiel')
      await doctorChoice.selectOption('Dr. Muster')
      await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
      await expect(page.getByRole('main')).toContainText(/, bei Dr\. Muster\./)
      await page.getByRole('link', { name: 'Wünsche ändern' }).click()
      await expect(doctorChoice, 'a wish is not lost by other ones').toHaveValue('doctor-1')
      await page.getByRole('checkbox', { name: 'Nachmittag' }).uncheck()
      await look(page, 'waiting-form-doctors')
      await page.getByRole('button', { name: 'Wünsche speichern' }).click()
      await expect(page.getByRole('main')).toContainText(/vormittags, bei Dr\. Muster\./)
      expect((await portal.mailTo(ROSA.email, /^Reservierung/)).text).toContain('Bei: Dr. Beispiel')
    })
  },
)
