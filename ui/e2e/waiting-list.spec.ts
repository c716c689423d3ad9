import type { Locator, Page } from 'playwright/test'
import { cancelByPatient } from '../../src/booking/cancellation.ts'
import { countLiveHolds } from '../../src/booking/live-holds.ts'
import { makeDueOffers } from '../../src/booking/offers.ts'
import { addToWaitingList } from '../../src/booking/waiting-list.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { addDays, type Day } from '../../src/shared/day.ts'
import { DAY_PARTS, WAITING_WEEKDAYS, type WaitingForByPractice } from '../../src/shared/waiting-list.ts'
import { isNight } from '../../src/time/quiet-hours.ts'
import { test as adminTest, openAdminPage } from './fixtures/admin.ts'
import {
  addBooking,
  addBookingWithLinks,
  dayFromToday,
  instantAt,
  mondayAfterNext,
} from './fixtures/bookings.ts'
import { expectHeading } from './fixtures/headings.ts'
import { press, tabTo } from './fixtures/keyboard.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import {
  book,
  codeIn,
  easeBotCheck,
  expectStep,
  fillContact,
  openTimes,
  ROSA,
  svnrField,
  verifyEmail,
} from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'
import { DESK, PHONE } from './fixtures/windows.ts'

/** In hours: two weeks, the longest that the settings allow. */
const LONGEST_LEAD = 336

/** A minute longer than the hour for which an offered time is reserved, in the form of Playwright's clock. */
const UNTIL_OFFER_IS_OVER = '01:01:00'

/** The day of an appointment whose patient waits for a time on this earlier Monday. */
function wednesdayAWeekAfter(monday: Day): Day {
  return addDays(monday, 9)
}

/**
 * Makes offers as the job does, but at ten tomorrow, because it may be night now and no offer leaves at
 * night. Returns the id of the offer.
 */
function makeOfferByDay(portal: Portal): string {
  makeDueOffers(portal.ctx(instantAt(dayFromToday(1), '10:00')))
  const [offer] = portal.rows<{ id: string }>(`select id from offers where status = 'open'`)
  if (!offer) throw new Error('nobody got an offer')
  return offer.id
}

/**
 * Adds somebody to the waiting list for any time until the Monday after next, and lets 09:00 of that day
 * become free. Returns the id of the offer of that time.
 * @param waitingFor a service, or an appointment that shall be earlier
 */
function offerToWaiting(portal: Portal, waitingFor: WaitingForByPractice): string {
  const monday = mondayAfterNext()
  const booked = addBooking(portal, monday, '09:00', { service: 'Folgebehandlung' })
  addToWaitingList(portal.ctx(), {
    ...waitingFor,
    not_before: null,
    not_after: monday,
    weekdays: WAITING_WEEKDAYS,
    parts: DAY_PARTS,
  })
  cancelByPatient(portal.ctx(), booked, '')
  return makeOfferByDay(portal)
}

/** Offers a time to Rosa, who waits without an appointment. Returns the id of the offer. */
function offerWithoutAppointment(portal: Portal): string {
  const contact = { name: 'Rosa Musterfrau', email: ROSA.email, mobile: '' }
  return offerToWaiting(portal, { service_id: 'folgebehandlung', ...contact })
}

/** Offers Rosa an earlier time for her appointment. Returns the id of the offer. */
function offerForAppointment(portal: Portal): string {
  const appointment = addBookingWithLinks(portal, {
    serviceId: 'folgebehandlung',
    startsAt: instantAt(wednesdayAWeekAfter(mondayAfterNext()), '08:30'),
  })
  return offerToWaiting(portal, { booking_id: appointment.id })
}

/** Joins the waiting list for Mondays, after the form has said that a weekday is missing. */
async function joinForMondays(page: Page): Promise<void> {
  const days = page.getByRole('group', { name: 'An welchen Tagen?' }).getByRole('checkbox')
  for (const day of await days.all()) await day.uncheck({ force: true })
  await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
  await expect(page.getByText('Bitte mindestens einen Wochentag auswählen.')).toBeVisible()
  await look(page, 'waiting-form')
  await page.getByRole('checkbox', { name: 'Montag' }).check({ force: true })
  await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
  await expectHeading(page, 'Sie stehen auf der Warteliste')
}

/** Changes the wishes to the mornings from this Monday on. */
async function changeToMorningsFrom(page: Page, monday: Day): Promise<void> {
  await page.getByRole('link', { name: 'Wünsche ändern' }).click()
  await page.getByRole('checkbox', { name: 'Nachmittag' }).uncheck({ force: true })
  await page.getByLabel('Ab wann?').fill(monday)
  await page.getByRole('button', { name: 'Wünsche speichern' }).click()
  await expect(page.getByText(/^Von Mo\s.*, nur Mo vormittags\./)).toBeVisible()
}

/** Opens the form by the link of step 3. The browser goes back to the step, and forward again. */
async function openFormByKeyboard(page: Page): Promise<void> {
  await openTimes(page, 'return', 'folgebehandlung')
  await press(
    page,
    page.getByRole('link', { name: 'Nichts Passendes? Wir melden uns, wenn etwas frei wird.' }),
  )
  await expectHeading(page, 'Warteliste: Folgebehandlung')
  await expect(page.getByText('halten sie 60 Minuten für Sie frei')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Sonntag' })).toHaveCount(0)
  await page.goBack()
  await expectStep(page, 3)
  await page.goForward()
}

/**
 * Expects the two dates of the form below one another in the narrowest window that pages must fit (WCAG
 * 1.4.10), where they would be cut off side by side.
 */
async function expectDatesBelowOneAnother(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  const left = async (field: string) => (await page.getByLabel(field).boundingBox())?.x
  expect(await left('Bis wann?'), 'a year has no room in half of a small phone').toBe(await left('Ab wann?'))
  await page.setViewportSize(DESK)
}

/** Joins for mornings until this day, with an address that is verified in the form. */
async function joinByKeyboard(page: Page, portal: Portal, lastDay: Day): Promise<void> {
  await page.getByLabel('Bis wann?').fill(lastDay)
  await press(page, page.getByRole('checkbox', { name: 'Nachmittag' }), 'Space')
  await tabTo(page, page.getByLabel('E-Mail', { exact: true }))
  await page.keyboard.type(ROSA.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bitte E-Mail verifizieren, bevor Sie fortfahren.')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'E-Mail bestätigen' }))
  const mail = await portal.mailTo(ROSA.email, /^\d{6} ist Ihr Code$/)
  await expect(page.getByLabel(/Code/)).toBeFocused()
  await page.keyboard.type(codeIn(mail))
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Auf die Warteliste' })).toBeFocused()
  await expect(page.getByText('Was wir damit tun, steht unter Datenschutz')).toBeVisible()
  await look(page, 'waiting-form-service')
  await page.keyboard.press('Enter')
  await expectHeading(page, 'Sie stehen auf der Warteliste')
}

/** Opens the list of all appointments by the code of the mail. It has the entry of the waiting list. */
async function openMyBookings(page: Page, portal: Portal): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Meine Termine' }))
  await page.getByLabel('E-Mail', { exact: true }).fill(ROSA.email)
  await page.keyboard.press('Enter')
  const access = await portal.mailTo(ROSA.email, /Meine Termine/)
  await page.getByLabel(/Code/).fill(codeIn(access))
  await expect(page.getByRole('link', { name: /^Folgebehandlung bis Mo / })).toBeVisible()
}

/** Takes the offer with this id. Step 4 has the verified address then, and the time that is held. */
async function takeOfferByKeyboard(page: Page, offer: string): Promise<void> {
  await page.goto(`/patient/offer?id=${offer}`)
  await expectHeading(page, 'Ein Termin ist frei')
  await press(page, page.getByRole('button', { name: 'Ja, diesen Termin nehmen' }))
  await expectStep(page, 4)
  await expect(page.getByLabel('E-Mail', { exact: true })).toHaveValue(ROSA.email)
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Auswahl und weiter' })).toContainText('09:00')
  await expect(
    page.getByText(/Für Sie reserviert, noch \d+:\d\d/),
    'each step shows how long a time is held',
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verlängern' })).toBeVisible()
}

/** Takes the offer with this id, which leads to step 4. */
async function takeOffer(page: Page, offer: string): Promise<void> {
  await page.goto(`/patient/offer?id=${offer}`)
  await page.getByRole('button', { name: 'Ja, diesen Termin nehmen' }).click()
  await expectStep(page, 4)
}

/** Opens a taken offer again, which shows how long its time is held, and goes on to step 4. */
async function continueWithHeldOffer(page: Page, offer: string): Promise<void> {
  await page.goto(`/patient/offer?id=${offer}`)
  await expectHeading(page, 'Diese Zeit ist für Sie reserviert')
  await expect(page.getByText(/Für Sie reserviert, noch \d+:\d\d/)).toBeVisible()
  await page.getByRole('button', { name: 'Verlängern' }).click()
  await expect(page.getByText(/^Länger als bis \d\d:\d\d\sUhr geht es derzeit nicht\.$/)).toBeVisible()
  await look(page, 'offer-held')
  await page.getByRole('button', { name: 'Weiter zu Ihren Daten' }).click()
  await expectStep(page, 4)
}

/** Adds somebody without an appointment, after the form has said that the service is missing. */
async function addToList(page: Page, sheet: Locator): Promise<void> {
  await openAdminPage(page, '/admin/waiting-list', 'Warteliste')
  await expect(page.getByText('Derzeit wartet niemand.')).toBeVisible()
  await page.getByRole('button', { name: 'Eintragen', exact: true }).click()
  await sheet.getByRole('button', { name: 'Eintragen' }).click()
  await expect(sheet.getByText('Bitte eine Leistung auswählen.')).toBeVisible()
  await sheet.getByLabel('Leistung').selectOption('folgebehandlung')
  await sheet.getByLabel('Name').fill('Wilhelmina Beispielhofer-Irgendwer')
  await sheet.getByLabel('E-Mail').fill('wilhelmina@patient.example')
  await sheet.getByRole('button', { name: 'Eintragen' }).click()
  await expect(page.getByText('Noch ohne Termin')).toBeVisible()
}

/** Adds the patient of an appointment from its dialog, and changes the wishes there. */
async function addToListFromBooking(page: Page, sheet: Locator, booking: string): Promise<void> {
  await page.goto(`/admin/bookings?booking=${booking}`)
  await page.getByRole('button', { name: 'Auf die Warteliste für eine frühere Zeit' }).click()
  await sheet.getByRole('button', { name: 'Eintragen' }).click()
  await expect(page.getByText('Rosa Musterfrau steht auf der Warteliste.')).toBeVisible()
  await page.getByRole('button', { name: 'Wünsche ändern' }).click()
  await sheet.getByRole('checkbox', { name: 'Nachmittag' }).uncheck({ force: true })
  await sheet.getByRole('button', { name: 'Wünsche speichern' }).click()
  await expect(page.getByText(/^Auf der Warteliste bis .*, nur vormittags\./)).toBeVisible()
}

/** Offers a time to somebody on the list, which is chosen by keyboard. */
async function offerTime(page: Page, sheet: Locator): Promise<void> {
  await openAdminPage(page, '/admin/waiting-list', 'Warteliste')
  await page.getByRole('button', { name: 'Zeit anbieten: Wilhelmina' }).click()
  await expect(sheet.getByText('passt zu den Wünschen').first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Anbieten' }).click()
  await expect(sheet.getByText('Bitte eine Zeit wählen.')).toBeVisible()
  await sheet
    .getByRole('button', { name: /^\d+ mehr am / })
    .last()
    .press('Enter')
  await page.keyboard.press('Space')
  await expect(sheet.getByRole('radio', { checked: true })).toBeFocused()
  await look(page, 'admin-waiting-offer')
  await sheet.getByRole('button', { name: 'Anbieten' }).click()
  // The portal is a program of its own and runs by the real clock, which no test can move. No offer leaves at
  // night: a run at night sees the refusal.
  if (isNight(Date.now())) {
    await expect(sheet.getByText('Angebote gehen nur zwischen 8 und 20 Uhr hinaus.')).toBeVisible()
    await page.keyboard.press('Escape')
  } else {
    await expect(page.getByText(/^Angeboten: /)).toBeVisible()
  }
}

test(
  'a patient waits for an earlier time, and takes what another one cancels',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    const monday = mondayAfterNext()
    const later = wednesdayAWeekAfter(monday)
    const earlierBooking = addBooking(portal, monday, '09:00', {
      name: 'Emil Mustermann',
      service: 'Folgebehandlung',
    })
    const appointment = addBookingWithLinks(portal, {
      status: 'confirmed',
      serviceId: 'folgebehandlung',
      serviceName: 'Folgebehandlung',
      priceCents: 9_900,
      startsAt: instantAt(later, '08:30'),
    })
    await page.goto(appointment.overview)
    await test.step('the patient joins the waiting list, and changes the wishes', async () => {
      await page.getByRole('link', { name: 'Früher, wenn etwas frei wird' }).click()
      await expectHeading(page, 'Warteliste: Folgebehandlung')
      await expect(page.getByLabel('Bis wann?')).toHaveValue(addDays(later, -1))
      await joinForMondays(page)
      await changeToMorningsFrom(page, monday)
    })

    await test.step('another one cancels, and the time is offered', async () => {
      cancelByPatient(portal.ctx(), earlierBooking, '')
      makeOfferByDay(portal)
      await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
      await page.getByRole('link', { name: 'Ein früherer Termin ist frei' }).click()
      await expectHeading(page, 'Ein früherer Termin ist frei')
      // The new time comes first, with length, price and place, and then the present one.
      await expect(page.getByRole('main')).toContainText(
        /09:00\sUhr.*Folgebehandlung.*ca\. 30\sMin · €\s99 · Beispielstraße 1, 6850\sDornbirn.*Ihr Termin bisher: .*08:30/,
      )
      await look(page, 'offer')
      expect(appointment.statusAndMails()).not.toContain('moved')
    })

    await test.step('the offer is taken, and the appointment moved', async () => {
      // Some people press every button twice. The second press must not be refused as a second answer.
      await page.getByRole('button', { name: 'Ja, diesen Termin nehmen' }).dblclick()
      await expectHeading(page, 'Termin verschoben')
      await page.reload()
      await expectHeading(page, 'Termin verschoben')
      await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
      await expect(page.getByRole('main')).toContainText('09:00 Uhr')
      await expect(page.getByRole('link', { name: 'Früher, wenn etwas frei wird' })).toBeVisible()
    })
  },
)

test('a patient without an appointment waits by keyboard, and books the time that is offered', async ({
  page,
  portal,
}) => {
  const monday = mondayAfterNext()
  const booked = addBooking(portal, monday, '09:00', { service: 'Folgebehandlung' })
  await openFormByKeyboard(page)
  await expectDatesBelowOneAnother(page)
  await joinByKeyboard(page, portal, monday)
  await openMyBookings(page, portal)

  cancelByPatient(portal.ctx(), booked, '')
  const offer = makeOfferByDay(portal)
  await page.reload()
  const linkToOffer = page.getByRole('link', { name: /^Folgebehandlung Frei: Mo / })
  await expect(linkToOffer).toBeVisible()
  await look(page, 'my-bookings-waiting')
  await linkToOffer.click()
  await expectHeading(page, 'Ein Termin ist frei')
  await takeOfferByKeyboard(page, offer)

  await test.step('the held time is booked, although it is too soon for others', async () => {
    const held = portal.rows('select id from holds')
    // The wizard would offer nobody a time within two weeks any more.
    writeSettings(portal.ctx(), 'general', { lead_hours: LONGEST_LEAD })
    await fillContact(page)
    await svnrField(page).fill(ROSA.svnr)
    await easeBotCheck(page, portal)
    await page.getByRole('button', { name: 'Weiter' }).click()
    await expectStep(page, 5)
    expect(portal.rows('select id from holds'), 'the hold of the offer is still the only one').toEqual(held)
    await book(page)
    await page.goto(`/patient/offer?id=${offer}`)
    await expectHeading(page, 'Dieser Termin ist gebucht')
    await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
    await expectHeading(page, 'Terminübersicht')
  })
})

test('when the hold of an offer runs out in the form, the next free time is offered there', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  await page.setViewportSize(PHONE)
  const offer = offerWithoutAppointment(portal)
  await takeOffer(page, offer)
  await continueWithHeldOffer(page, offer)
  await fillContact(page)
  await svnrField(page).fill(ROSA.svnr)
  await verifyEmail(page, portal)
  const alert = page.getByText('Ihre Reservierung ist abgelaufen. Bitte wählen Sie einen neuen Termin.', {
    exact: true,
  })
  const bar = page.getByRole('region', { name: 'Auswahl und weiter' })
  const next = page.getByRole('button', { name: /^Nächster freier Termin/ })
  await test.step('the hold runs out', async () => {
    await page.clock.fastForward(UNTIL_OFFER_IS_OVER)
    await expect(alert).toBeVisible()
    await expectStep(page, 4)
    await expect(bar, 'the lost time is not shown as chosen').not.toContainText('09:00')
    await expect(bar.getByRole('alert')).toHaveText('Bitte wählen Sie einen neuen Termin.')
    await expect(next).toBeVisible()
  })

  await test.step('"Weiter" leads to the next free time, and a reload loses nothing', async () => {
    await page.getByRole('button', { name: 'Weiter', exact: true }).click()
    await expect(next).toBeFocused()
    await expect(next).toBeInViewport({ ratio: 1 })
    await look(page, 'booking-4-expired')
    await page.reload()
    await expect(alert, 'the time stays lost after a reload').toBeVisible()
    await expect(bar).not.toContainText('09:00')
    await expect(page.getByLabel('Vorname')).toHaveValue(ROSA.firstName)
    await svnrField(page).fill(ROSA.svnr)
  })

  await test.step('the next free time is taken, and reviewed', async () => {
    const time = await next.getByRole('time').innerText()
    await next.click()
    await expect(alert).toBeHidden()
    await expect(next).toBeHidden()
    await expect(bar).toContainText(time)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByLabel('Vorname')).toHaveValue(ROSA.firstName)
    await expect(svnrField(page)).toHaveValue(ROSA.svnr)
    await easeBotCheck(page, portal)
    await page.getByRole('button', { name: 'Weiter', exact: true }).click()
    await expectStep(page, 5)
    // The sentence of the button ends in the wall time; the review writes the day in another way.
    const wallTime = time.slice(-'08:30'.length)
    await expect(page.getByRole('main')).toContainText(wallTime)
  })
})

test('an offer whose hold is given up can be taken again', async ({ page, portal }) => {
  const offer = offerWithoutAppointment(portal)
  await takeOffer(page, offer)
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expectStep(page, 3)
  await expect.poll(() => countLiveHolds(portal.ctx())).toBe(0)
  await page.goto(`/patient/offer?id=${offer}`)
  await expectHeading(page, 'Ihre Reservierung ist abgelaufen')
  await page.getByRole('button', { name: 'Weiter zu Ihren Daten' }).click()
  await expectStep(page, 4)
  await expect.poll(() => countLiveHolds(portal.ctx())).toBe(1)
})

test('a patient who refuses an offer keeps the appointment, and goes on waiting', async ({
  page,
  portal,
}) => {
  await page.goto(`/patient/offer?id=${offerForAppointment(portal)}`)
  await page.getByRole('link', { name: 'Wünsche ändern oder nicht mehr warten' }).click()
  await page.getByRole('link', { name: /^Frei: Mo / }).click()
  await page.getByRole('button', { name: 'Nein, danke' }).click()
  await expectHeading(page, 'Danke für Ihre Antwort')
  await expect(
    page.getByText('Ihr Termin bleibt, wie er ist. Wird wieder etwas frei, schreiben wir Ihnen.'),
  ).toBeVisible()
})

test('an expired offer says so, and leads out of the waiting list', async ({ page, portal }) => {
  const offer = offerForAppointment(portal)
  // An offer expires by the clock of the server, which a test cannot move.
  portal.change(`update offers set status = 'expired'`)
  await page.goto(`/patient/offer?id=${offer}`)
  await expectHeading(page, 'Dieses Angebot gilt nicht mehr')
  await page.getByRole('link', { name: 'Wünsche ändern oder nicht mehr warten' }).click()
  await page.getByRole('button', { name: 'Nicht mehr warten' }).click()
  await expectHeading(page, 'Sie stehen nicht mehr auf der Warteliste')
})

test('an offer with an unknown id is not found', async ({ page }) => {
  await page.goto('/patient/offer?id=unknown')
  await expectHeading(page, 'Angebot nicht gefunden')
})

adminTest(
  'the practice adds people to the waiting list, offers them times and takes them off',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    const monday = mondayAfterNext()
    const booking = addBooking(portal, monday, '09:00', { service: 'Folgebehandlung' })
    const sheet = page.getByRole('dialog')
    const person = page.getByRole('link', { name: 'Rosa Musterfrau' })
    await addToList(page, sheet)
    await addToListFromBooking(page, sheet, booking)
    await offerTime(page, sheet)
    await look(page, 'admin-waiting-list')
    await expect(person).toHaveAttribute('href', `/admin/patients/${booking}`)
    await test.step('somebody is taken off the list', async () => {
      await page.getByRole('button', { name: /^Rosa Musterfrau von der/ }).click()
      await sheet.getByRole('button', { name: 'Von der Warteliste nehmen' }).click()
      await expect(person).toHaveCount(0)
    })
  },
)
