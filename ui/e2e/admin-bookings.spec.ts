import { writeSettings } from '../../src/practice/settings.ts'
import { ADMIN, expect, openColdPage, putToApi, test } from './fixtures/admin.ts'
import { addBooking, bookingIdOf, dayFromToday, mondayAfterNext } from './fixtures/bookings.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import { addEmails, addSms, bookingOfMessages } from './fixtures/messages.ts'
import { addFortnight, addWeek } from './fixtures/sample-weeks.ts'

/** Returns the texts for which their boxes are too narrow. Runs in the page. */
function textsCutOff(boxes: Element[]): string[] {
  return boxes.filter((box) => box.scrollWidth > box.clientWidth).map(({ textContent }) => textContent)
}

test('a tablet shows the list of appointments as a table, and the appointments of a day in columns', async ({
  page,
  portal,
}) => {
  addWeek(portal, mondayAfterNext())
  await page.setViewportSize({ width: 768, height: 1024 })
  await openColdPage(page, '/admin/bookings?view=list', 'Termine')
  await test.step('a tablet held upright has all columns, and nothing is cut off', async () => {
    await expect(page.getByRole('columnheader')).toHaveText([
      'Termin',
      'Patient/in',
      'Leistung',
      'Telefon',
      'Status',
    ])
    expect(await page.locator('tbody td').evaluateAll(textsCutOff)).toEqual([])
    await look(page, 'admin-bookings-tablet')
    for (const width of [900, 1023]) {
      await page.setViewportSize({ width, height: 1024 })
      await expect(page.getByRole('columnheader'), `${width} px`).toHaveCount(5)
    }
  })

  await test.step('a tablet held across has all columns, too', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(page.getByRole('columnheader')).toHaveCount(5)
    expect(await page.locator('tbody td').evaluateAll(textsCutOff), 'held across').toEqual([])
  })

  await test.step('an appointment of a day has four columns', async () => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.goto(`/admin/bookings?view=day&date=${mondayAfterNext()}`)
    const day = page.getByRole('list', { name: 'Tagesplan' }).getByRole('listitem')
    const request = day.filter({ hasText: 'Mustermann Max' })
    const parts = request.locator('> *')
    // The number and the status stand one below the other.
    await expect(parts).toHaveCount(5)
    const lefts = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().left))
    expect(new Set(lefts).size, 'columns: time, name, number and status, buttons').toBe(4)
    expect(await day.locator('> *').evaluateAll(textsCutOff)).toEqual([])
    await look(page, 'admin-day-tablet')
  })
})

test('the messages of an appointment say whom to call, and where the practice’s own address is', async ({
  page,
  portal,
}) => {
  addEmails(portal)
  addSms(portal)
  writeSettings(portal.ctx(), 'urls', { ADMIN_EMAIL: 'termine@ordination.example' })
  // The mail to the practice itself has failed.
  portal.change(
    `update messages set status = 'failed', error = 'Adresse prüfen.', wrong_recipient = 1 where kind = 'new-reservation'`,
  )
  await page.goto(`/admin/bookings?booking=${bookingOfMessages(portal)}`)
  const details = page.getByRole('dialog')
  await expect(details.getByRole('link', { name: /^Anrufen: \+43/ }).first()).toHaveAttribute(
    'href',
    /^tel:\+43\d+$/,
  )
  await details.getByRole('link', { name: 'Adresse der Ordination prüfen' }).click()
  await expect(page).toHaveURL(/\/admin\/settings\/urls$/)
})

test('appointments are searched by name, narrowed by status, and saved as a file', async ({
  page,
  portal,
}) => {
  await page.goto('/admin/bookings?view=list')
  await expect(page.getByText('Kein kommender Termin.')).toBeVisible()
  addFortnight(portal)
  addBooking(portal, dayFromToday(10), '09:00', { name: 'Wilhelmina Beispielhofer-Irgendwer' })
  await page.reload()
  await expect(page.getByText('Emil Testfall')).toBeVisible()
  expect(await page.getByRole('cell').evaluateAll(textsCutOff)).toEqual([])
  await test.step('they are searched by name', async () => {
    await page.getByLabel('Suche').fill('platzhalter')
    await expect(page.getByText('1 bis 1 von 1')).toBeVisible()
    await expect(page.getByText('Notburga Platzhalter-Ungenannt')).toBeVisible()
    await expect(page.getByText('Emil Testfall')).toBeHidden()
    await expect(page).toHaveURL(/search=platzhalter/)
    await page.getByLabel('Suche').fill('')
    await expect(page.getByText('Emil Testfall')).toBeVisible()
    await expect(page.getByLabel('Suche')).toHaveValue('')
  })

  await test.step('they are narrowed by status', async () => {
    await page.getByLabel('Status').selectOption({ label: 'Storniert' })
    await expect(page.getByText('Gebhard Unbekannt')).toBeVisible()
    await expect(page.getByText('Emil Testfall')).toBeHidden()
    await page.getByLabel('Status').selectOption({ label: 'Alle' })
    await expect(page.getByText('Emil Testfall')).toBeVisible()
  })

  await test.step('they are saved as a file', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toBe('termine.csv')
  })
})

test('an appointment with an unknown id is not found', async ({ page }) => {
  await page.goto('/admin/bookings?view=list&booking=gibt-es-nicht')
  await expect(page.getByText('Der Termin konnte nicht gefunden werden.')).toBeVisible()
})

test('a past appointment is found by name, and notes that its patient did not come', async ({
  page,
  portal,
}) => {
  addBooking(portal, dayFromToday(-7), '09:00', { name: 'Karl Vergangen' })
  await page.goto('/admin/bookings?view=list')
  await page.getByLabel('Suche').fill('Vergangen')
  await expect(page.getByText('Kein kommender Termin.')).toBeVisible()
  await page.getByRole('button', { name: '… und 1 vergangener' }).click()
  await page.getByRole('row').filter({ hasText: 'Karl Vergangen' }).getByRole('button').first().click()
  const past = page.getByRole('dialog', { name: 'Karl Vergangen' })
  await expect(past).toContainText('Bestätigt')
  await expect(page.getByRole('button', { name: 'Termin absagen' })).toBeHidden()
  await past.getByRole('button', { name: 'Nicht erschienen' }).click()
  await expect(past.getByRole('link', { name: '1-mal nicht erschienen' })).toBeVisible()
  await expect(past.getByRole('button', { name: 'Da:' })).toBeHidden()
})

test(
  'the contact of an appointment is corrected, although a colleague has changed it meanwhile',
  ON_PHONE_TOO,
  async ({ page, portal, session }) => {
    addFortnight(portal)
    await page.goto('/admin/bookings?view=list')
    await page.getByRole('row').filter({ hasText: 'Emil Testfall' }).getByText('Folgebehandlung').click()
    const details = page.getByRole('dialog', { name: 'Emil Testfall' })
    await test.step('the appointment shows its contact and history', async () => {
      await expect(details.getByText('Bitte nüchtern kommen.')).toBeVisible()
      await expect(details.getByText('emil.testfall@patient.example')).toBeVisible()
      await expect(details.getByText('Österreich')).toBeVisible()
      await expect(details.getByText('Reserviert von: Maria Mutterfrau')).toBeVisible()
      await expect(details.getByRole('button', { name: 'Nicht erschienen' })).toHaveCount(0)
    })

    const form = page.getByRole('dialog', { name: 'Emil Testfall: Kontaktdaten' })
    const save = form.getByRole('button', { name: 'Speichern', exact: true })
    await test.step('a wrong address is refused', async () => {
      await details.getByRole('button', { name: 'Kontaktdaten ändern' }).click()
      const booker = form.getByRole('group', { name: 'Gebucht von' })
      await expect(booker.getByLabel('Vorname')).toHaveValue('Maria')
      await form.getByLabel('Gebucht wird').selectOption('für Angehörige')
      await form.getByLabel('E-Mail', { exact: true }).fill('emil@')
      await save.click()
      await expect(form.getByText('Die E-Mail hat kein gültiges Format.')).toBeVisible()
      await look(page, 'correct-contact')
    })

    await test.step('one’s own version replaces that of a colleague', async () => {
      const path = `/bookings/${bookingIdOf(portal, 'Testfall')}/contact`
      const versionOfColleague = {
        firstName: 'Emil',
        lastName: 'Testfall',
        mobile: '0664 7654321',
        city: 'Bregenz',
      }
      await putToApi(portal, { session, path, body: versionOfColleague })
      await form.getByLabel('E-Mail', { exact: true }).fill('emil@testfall.example')
      await save.click()
      await expect(form.getByText(`${ADMIN.email} hat die Kontaktdaten inzwischen geändert.`)).toBeVisible()
      await expect(form.getByText('Ort: Bregenz')).toBeVisible()
      await form.getByRole('button', { name: 'Meine Fassung speichern' }).click()
      await expect(
        details.getByText(
          'Kontaktdaten gespeichert. Weitere Nachrichten gehen an die neue Adresse oder Nummer',
        ),
      ).toBeVisible()
      await expect(details.getByRole('link', { name: 'emil@testfall.example' })).toBeVisible()
      await expect(details.getByText('Maria Mutterfrau, für Angehörige')).toBeVisible()
    })
  },
)

test('a cancellation is taken back before the patient hears of it', async ({ page, portal }) => {
  const id = addBooking(portal, dayFromToday(5), '14:00', { name: 'Emil Testfall' })
  await page.goto(`/admin/bookings?view=list&booking=${id}`)
  const details = page.getByRole('dialog', { name: 'Emil Testfall' })
  await details.getByRole('button', { name: 'Termin absagen' }).click()
  await page.getByRole('button', { name: 'Termin absagen: Emil Testfall' }).click()
  await expect(details.getByText('Abgesagt, noch nicht mitgeteilt.')).toBeVisible()
  await expect(details.getByText(`Storniert von: ${ADMIN.email}`)).toBeVisible()
  await details.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(details.getByText('Bestätigt', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page).not.toHaveURL(/booking=/)
})

test('a note is saved, and its button keeps the focus meanwhile', async ({ page, portal }) => {
  const id = addBooking(portal, dayFromToday(2), '09:00', { name: 'Emil Testfall' })
  await openColdPage(page, `/admin/bookings?view=week&booking=${id}`, 'Termine')
  const details = page.getByRole('dialog', { name: 'Emil Testfall' })
  await details.getByRole('button', { name: 'Notiz zur Person schreiben' }).click()
  await details.getByLabel('Notiz zur Person').fill('Hört schlecht')
  const saveNote = details.getByRole('button', { name: 'Notiz speichern' })
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/admin/patients/*/note', async (route) => {
    await answer.promise
    await route.continue()
  })
  await saveNote.click()
  await expect(saveNote).toHaveAttribute('aria-disabled', 'true')
  await expect(saveNote).toBeFocused()
  answer.resolve()
  await expect(details.getByText('Notiz zur Person: Hört schlecht')).toBeVisible()
})

test('an appointment is cancelled for a patient who calls, without a message, and entered again', async ({
  page,
  portal,
}) => {
  const id = addBooking(portal, dayFromToday(2), '09:00', { name: 'Emil Testfall' })
  await page.goto(`/admin/bookings?view=week&booking=${id}`)
  const details = page.getByRole('dialog', { name: 'Emil Testfall' })
  await details.getByRole('button', { name: 'Termin absagen' }).click()
  await details.getByRole('radio', { name: 'Patient/in sagt ab' }).check()
  await details.getByRole('checkbox', { name: 'Ohne Nachricht' }).check()
  await look(page, 'admin-cancel-by-telephone')
  await details.getByRole('button', { name: 'Termin absagen: Emil Testfall' }).click()
  await expect(
    details.getByText(/^von der Patientin oder dem Patienten, \d+ (Stunden|Tage) vorher$/),
  ).toBeVisible()
  await details.getByRole('button', { name: 'Wieder eintragen' }).click()
  await expect(details.getByText('Termin ist wieder eingetragen, der Patient wird informiert.')).toBeVisible()
  // In two days there is an appointment, so at some times of the day its reminder is due already.
  const kinds = `select distinct kind from messages where booking_id = ? and kind <> 'reminder'`
  expect(portal.rows(kinds, id)).toEqual([{ kind: 'confirmed' }])
})
