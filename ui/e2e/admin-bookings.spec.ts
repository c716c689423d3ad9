import { writeSettings } from '../../src/practice/settings.ts'
import { insertHold } from '../../src/testing/bookings.ts'
import { ADMIN, answerDialogs, callApi, expect, openAdminPage, openColdPage, test } from './fixtures/admin.ts'
import {
  addBooking,
  addFortnight,
  addWeek,
  closePractice,
  dayFromToday,
  dayShown,
  instantAt,
  nextMonday,
} from './fixtures/bookings.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import { addEmails, addSms } from './fixtures/messages.ts'

test('a request on the start page is not torn on a small window, and several are confirmed at once', async ({
  page,
  portal,
}) => {
  addFortnight(portal)
  await page.setViewportSize({ width: 768, height: 900 })
  await openColdPage(page, '/admin', '3 Anfragen warten')
  const requests = page.getByRole('region', { name: 'Offene Anfragen' })
  const items = requests.getByRole('listitem')
  const rows = () =>
    items.evaluateAll((all) =>
      all.map((row) => {
        const boxes = [...row.children].map((part) => part.getBoundingClientRect())
        const [, patient, time, buttons] = boxes
        return {
          lines: Math.round((row.querySelector('b')?.getBoundingClientRect().height ?? 0) / 22),
          isBeside: time !== undefined && patient !== undefined && time.top < patient.bottom,
          isBelow: time !== undefined && buttons !== undefined && buttons.top >= time.bottom,
          cut: [...row.querySelectorAll('button, a, b')].filter(
            (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
          ).length,
        }
      }),
    )
  const expected = { lines: 1, isBeside: true, isBelow: true, cut: 0 }
  for (const width of [768, 900, 960, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(rows, { message: `${width} px` }).toEqual([expected, expected, expected])
    if (width === 768) await look(page, 'admin-requests-768')
  }

  const boxes = requests.getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await expect(requests.getByText('2 Anfragen gewählt')).toBeVisible()
  await look(page, 'admin-requests-chosen')
  await requests.getByRole('button', { name: 'Gewählte bestätigen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '1 Anfrage wartet' })).toBeVisible()
})

test('a tablet shows the appointments as a table, and each of the day in columns', async ({
  page,
  portal,
}) => {
  addWeek(portal, nextMonday())
  await page.setViewportSize({ width: 768, height: 1024 })
  await openColdPage(page, '/admin/bookings?view=list', 'Termine')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Termin',
    'Patient/in',
    'Leistung',
    'Telefon',
    'Status',
  ])
  const cut = (all: Element[]) =>
    all.filter((part) => part.scrollWidth > part.clientWidth).map(({ textContent }) => textContent)
  expect(await page.locator('tbody td').evaluateAll(cut)).toEqual([])
  await look(page, 'admin-bookings-tablet')
  for (const width of [900, 1023]) {
    await page.setViewportSize({ width, height: 1024 })
    await expect(page.getByRole('columnheader'), `${width} px`).toHaveCount(5)
  }
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(page.getByRole('columnheader')).toHaveCount(5)
  expect(await page.locator('tbody td').evaluateAll(cut), 'held across').toEqual([])
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(`/admin/bookings?view=day&date=${nextMonday()}`)
  const day = page.getByRole('list', { name: 'Tagesplan' }).getByRole('listitem')
  const asked = day.filter({ hasText: 'Mustermann Max' })
  const parts = asked.locator('> *')
  await expect(parts).toHaveCount(5)
  const lefts = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().left))
  expect(new Set(lefts).size, 'columns: time, name, number and status, buttons').toBe(4)
  expect(await day.locator('> *').evaluateAll(cut)).toEqual([])
  await look(page, 'admin-day-tablet')
})

test('the messages of an appointment say whom to call, and where the practice’s own address is', async ({
  page,
  portal,
}) => {
  addEmails(portal)
  addSms(portal)
  writeSettings(portal.ctx(), 'urls', { ADMIN_EMAIL: 'termine@ordination.example' })
  portal.rows(
    `update messages set status = 'failed', error = 'Adresse prüfen.', wrong_recipient = 1 where kind = 'new-reservation'`,
  )
  const [{ id } = { id: '' }] = portal.rows<{ id: string }>('select id from bookings')
  await page.goto(`/admin/bookings?booking=${id}`)
  const details = page.getByRole('dialog')
  await expect(details.getByRole('link', { name: /^Anrufen: \+43/ }).first()).toHaveAttribute(
    'href',
    /^tel:\+43\d+$/,
  )
  await details.getByRole('link', { name: 'Adresse der Ordination prüfen' }).click()
  await expect(page).toHaveURL(/\/admin\/settings\/urls$/)
})

test('the start page shows open requests, and they are decided there', async ({ page, portal }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Keine Anfrage wartet' })).toBeVisible()
  addFortnight(portal)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '3 Anfragen warten' })).toBeVisible()
  await expect(page.getByText('seit 19 Std.')).toBeVisible()
  await expect(page.getByText('Wilma Niemand')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Buchungen je Woche' })).toBeVisible()

  const confirm = (name: string) => page.getByRole('button', { name: `Anfrage von ${name} bestätigen` })
  await page.getByRole('button', { name: 'Anfrage von Jodok Erfunden mit Nachricht bestätigen' }).click()
  await page.getByLabel(/Nachricht an/).fill('Bitte nüchtern kommen.')
  await page.getByRole('button', { name: 'Termin bestätigen: Jodok Erfunden' }).click()
  await expect(page.getByText('Bestätigt, noch nicht mitgeteilt.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: '2 Anfragen warten' })).toBeVisible()
  await expect(confirm('Notburga Platzhalter-Ungenannt')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByText('Bestätigt: Notburga Platzhalter-Ungenannt')).toBeVisible()
  await expect(confirm('Rosa Musterfrau')).toBeFocused()
  await page.getByRole('button', { name: 'Rückgängig: Notburga Platzhalter-Ungenannt' }).click()
  await expect(confirm('Notburga Platzhalter-Ungenannt')).toBeFocused()
  await page.keyboard.press('j')
  await expect(confirm('Rosa Musterfrau')).toBeFocused()
  await page.keyboard.press('k')
  await expect(confirm('Notburga Platzhalter-Ungenannt')).toBeFocused()

  await page.getByRole('button', { name: 'Anfrage von Rosa Musterfrau ablehnen' }).click()
  await page.getByRole('button', { name: 'Zurück' }).click()
  await page.getByRole('button', { name: 'Ablehnen', exact: true }).click()
  await page.getByRole('button', { name: 'Termin ablehnen: Rosa Musterfrau' }).click()
  await expect(page.getByText('Termin wurde abgelehnt und der Patient informiert.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: '1 Anfrage wartet' })).toBeVisible()
  const mail = await portal.mailTo('jodok.erfunden@patient.example', /bestätigt/)
  expect(mail.text).toContain('Bitte nüchtern kommen.')
  expect(
    portal.rows(
      `select status from bookings where last_name in ('Erfunden', 'Platzhalter-Ungenannt', 'Musterfrau') order by starts_at`,
    ),
  ).toEqual([{ status: 'confirmed' }, { status: 'requested' }, { status: 'rejected' }])

  addBooking(portal, dayFromToday(15), '08:30', { name: 'Otto Erledigt', status: 'requested' })
  await page.reload()
  await expect(confirm('Otto Erledigt')).toBeVisible()
  portal.rows(`update bookings set status = 'rejected' where last_name = 'Erledigt'`)
  await confirm('Otto Erledigt').click()
  await expect(page.getByText('Otto Erledigt: Dieser Termin wurde bereits abgelehnt.')).toBeVisible()
  await expect(confirm('Otto Erledigt')).toBeHidden()

  for (const [i, name] of ['Xaver Automat', 'Yvonne Automat', 'Zita Echt'].entries())
    addBooking(portal, dayFromToday(20 + i), '08:30', { name, status: 'requested', marked: true })
  await page.reload()
  await expect(page.getByText('Auffällig', { exact: true })).toHaveCount(3)
  await page.getByRole('link', { name: 'Auffällige Anfragen', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Zita Echt', exact: true }).uncheck()
  await page.getByRole('button', { name: '2 Anfragen ablehnen' }).click()
  await expect(page.getByText('1 auffällige Anfrage', { exact: true })).toBeVisible()
  await expect(page.getByText('Zita Echt')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '2 Anfragen warten' })).toBeVisible()

  const tooLate = { error: 'too_late', message: 'Bereits mitgeteilt.' }
  await page.route('**/undo', (route) => route.fulfill({ status: 409, json: tooLate }))
  await confirm('Zita Echt').click()
  const undo = page.getByRole('button', { name: 'Rückgängig: Zita Echt' })
  // The test itself scrolls to a button that is partly below the window.
  await undo.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  await undo.click()
  await expect(page.getByText('Bereits mitgeteilt.')).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
})

test('times that strangers hold are shown and freed together', ON_PHONE_TOO, async ({ page, portal }) => {
  for (let i = 0; i < 6; i++)
    insertHold(portal.ctx().db, {
      ...{ email: `fremd${i}@patient.example`, now: Date.now() },
      startsAt: instantAt(dayFromToday(10 + i), '08:30'),
    })
  await page.goto('/admin')
  const notice = page.getByRole('region', { name: 'Bitte beachten' })
  await expect(notice.getByText('6 Zeiten sind gerade reserviert')).toBeVisible()
  await look(page, 'dashboard-held-times')
  await notice.getByRole('button', { name: 'Zeiten freigeben …' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(page, 'dashboard-release-holds')
  await page.getByRole('button', { name: 'Zeiten freigeben', exact: true }).click()
  await expect(notice.getByText('6 Zeiten sind wieder frei.')).toBeVisible()
  await expect(notice.getByText('gerade reserviert')).toBeHidden()
  expect(portal.rows('select id from holds')).toEqual([])
})

test(
  'appointments are searched, opened, cancelled and exported',
  ON_PHONE_TOO,
  async ({ page, portal, session }) => {
    await page.goto('/admin/bookings?view=list')
    await expect(page.getByText('Kein kommender Termin.')).toBeVisible()
    addFortnight(portal)
    addBooking(portal, dayFromToday(10), '09:00', { name: 'Wilhelmina Beispielhofer-Irgendwer' })
    await page.reload()
    await expect(page.getByText('Emil Testfall')).toBeVisible()
    const cut = await page
      .getByRole('cell')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      )
    expect(cut).toEqual([])

    await page.getByLabel('Suche').fill('platzhalter')
    await expect(page.getByText('1 bis 1 von 1')).toBeVisible()
    await expect(page.getByText('Notburga Platzhalter-Ungenannt')).toBeVisible()
    await expect(page.getByText('Emil Testfall')).toBeHidden()
    await expect(page).toHaveURL(/search=platzhalter/)
    await page.getByLabel('Suche').fill('')
    await expect(page.getByText('Emil Testfall')).toBeVisible()
    await expect(page.getByLabel('Suche')).toHaveValue('')
    await page.getByLabel('Status').selectOption({ label: 'Storniert' })
    await expect(page.getByText('Gebhard Unbekannt')).toBeVisible()
    await expect(page.getByText('Emil Testfall')).toBeHidden()
    await page.getByLabel('Status').selectOption({ label: 'Alle' })
    await expect(page.getByText('Emil Testfall')).toBeVisible()
    addBooking(portal, dayFromToday(-7), '09:00', { name: 'Karl Vergangen' })
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
    await page.keyboard.press('Escape')
    await page.getByLabel('Vergangene zeigen').uncheck()
    await page.getByLabel('Suche').fill('')

    await page.getByRole('row').filter({ hasText: 'Emil Testfall' }).getByText('Folgebehandlung').click()
    const details = page.getByRole('dialog', { name: 'Emil Testfall' })
    await expect(details.getByText('Bitte nüchtern kommen.')).toBeVisible()
    await expect(details.getByText('emil.testfall@patient.example')).toBeVisible()
    await expect(details.getByText('Österreich')).toBeVisible()
    await expect(details.getByText('Reserviert von: Maria Mutterfrau')).toBeVisible()
    await expect(details.getByRole('button', { name: 'Nicht erschienen' })).toHaveCount(0)

    await details.getByRole('button', { name: 'Kontaktdaten ändern' }).click()
    const form = page.getByRole('dialog', { name: 'Emil Testfall: Kontaktdaten' })
    await expect(form.getByRole('group', { name: 'Gebucht von' }).getByLabel('Vorname')).toHaveValue('Maria')
    await form.getByLabel('Gebucht wird').selectOption('für Angehörige')
    await form.getByLabel('E-Mail', { exact: true }).fill('emil@')
    const save = form.getByRole('button', { name: 'Speichern', exact: true })
    await save.click()
    await expect(form.getByText('Die E-Mail hat kein gültiges Format.')).toBeVisible()
    await look(page, 'correct-contact')
    const [{ id } = { id: '' }] = portal.rows<{ id: string }>(
      `select id from bookings where last_name = 'Testfall'`,
    )
    const theirs = { firstName: 'Emil', lastName: 'Testfall', mobile: '0664 7654321', city: 'Bregenz' }
    await callApi(portal.url, 'PUT', `/bookings/${id}/contact`, theirs, session.token)
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

    await details.getByRole('button', { name: 'Termin absagen' }).click()
    await page.getByRole('button', { name: 'Termin absagen: Emil Testfall' }).click()
    await expect(details.getByText('Abgesagt, noch nicht mitgeteilt.')).toBeVisible()
    await expect(details.getByText(`Storniert von: ${ADMIN.email}`)).toBeVisible()
    await details.getByRole('button', { name: 'Rückgängig' }).click()
    await expect(details.getByText('Bestätigt', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await expect(page).not.toHaveURL(/booking=/)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toBe('termine.csv')
    await page.goto('/admin/bookings?view=list&booking=gibt-es-nicht')
    await expect(page.getByText('Der Termin konnte nicht gefunden werden.')).toBeVisible()
  },
)

test('a patient who calls cancels late, without a message, and the practice notes something', async ({
  page,
  portal,
}) => {
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
  // By the time of day, a reminder may be due just then.
  const told = `select distinct kind from messages where booking_id = ? and kind <> 'reminder'`
  expect(portal.rows(told, id)).toEqual([{ kind: 'confirmed' }])
})

test('keys do what the visible controls do, unless somebody types or has switched them off', async ({
  page,
  portal,
}) => {
  addBooking(portal, dayFromToday(3), '09:00', { name: 'Zita Gesucht' })
  closePractice(portal, 'Fortbildung', dayFromToday(0))
  await openAdminPage(page, '/admin/audit', 'Protokoll')
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Termin eintragen' })
  await form.getByLabel('Vorname').fill('')
  await page.keyboard.type('nt/?')
  await expect(form.getByLabel('Vorname')).toHaveValue('nt/?')
  await form.getByLabel('Leistung').selectOption({ label: 'Akupunktur, 40 Min' })
  await form.getByRole('radio').first().press('Space')
  await expect(form.getByLabel('Datum', { exact: true })).not.toHaveValue(dayShown(dayFromToday(0)))
  answerDialogs(page, true)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/audit/)

  await page.keyboard.press('/')
  const finder = page.getByRole('dialog', { name: 'Finden' })
  await expect(finder.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('gesu')
  await expect(finder.getByRole('option')).toHaveCount(2)
  await look(page, 'admin-finder')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Zita Gesucht' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(finder.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('protok')
  await expect(finder.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/audit/)
  await page.keyboard.press('/')
  await expect(finder.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('plz')
  await expect(finder.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'PLZ' })).toBeFocused()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('t')
  const week = page.getByText(/^Kalenderwoche/)
  await expect(page.getByRole('button', { name: 'Nächster Tag' })).toBeVisible()
  await page.getByRole('button', { name: 'Woche' }).click()
  await expect(week).toHaveText(/Termin/)
  const shown = await week.textContent()
  await page.keyboard.press('ArrowRight')
  await expect(week).not.toHaveText(shown ?? '')
  await page.keyboard.press('ArrowLeft')
  await expect(week).toHaveText(shown ?? '')

  await page.keyboard.press('?')
  await page.getByLabel('Tastenkürzel verwenden').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.reload()
  await expect(week).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toBeHidden()
})
