import type { Page } from 'playwright/test'
import { markDemo, readComparedRows } from '../../src/practice/demo-mark.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import {
  test as adminTest,
  answerDialogs,
  callApi,
  expect,
  expectText,
  openAdminPage,
  openColdPage,
  save,
} from './fixtures/admin.ts'
import { addBooking, dayFromToday, instantAt, nextMonday } from './fixtures/bookings.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import { delayAnswers } from './fixtures/page.ts'

const CONFLICT = 'Diese Angaben wurden inzwischen von jemand anderem geändert.'

type ColleaguePut = (path: string, body: unknown) => Promise<unknown>

const test = adminTest.extend<{ colleaguePuts: ColleaguePut }>({
  /** Another admin saves something meanwhile, without having read what is there. */
  colleaguePuts: async ({ portal, session }, use) =>
    use((path, body) => callApi(portal.url, 'PUT', path, body, session.token)),
})

test('the demo is marked on every page until it is ended', async ({ page, portal }) => {
  const ctx = portal.ctx()
  markDemo(ctx, { seededAt: ctx.now, ...readComparedRows(ctx) })
  portal.rows(`delete from settings where name = 'first-steps'`)
  const mark = page.getByRole('complementary', { name: 'Demo' })
  for (const address of ['/', '/booking#service', '/patient/overview?id=x', '/admin']) {
    await page.goto(address)
    await expect(mark).toContainText('Demo, keine echten Termine')
    await expect(mark).toBeInViewport({ ratio: 1 })
  }
  await mark.getByRole('button', { name: 'Demo beenden' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Demo beenden' }).click()
  await expect(page).toHaveURL(/erste-schritte$/)
  await expect(page.getByRole('heading', { name: 'Praxisdaten' })).toBeVisible()
  await expect(mark).toBeHidden()
  expect(portal.rows('select id from services')).toEqual([])
})

test(
  'a new practice is led through its first steps by keyboard, gets a QR code, and finds on the start page what it has left out',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    for (const table of [
      'services',
      'working_hours',
      `settings where name like 'practice.%' or name = 'first-steps'`,
    ])
      portal.rows(`delete from ${table}`)
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })

    await page.goto('/admin')
    await expect(page).toHaveURL(/erste-schritte/)
    await expectText(page, 'Erste Schritte: 1 von 8')
    await page.getByLabel('Name', { exact: true }).focus()
    await page.keyboard.type('Praxis am See')
    await press('Weiter')
    await expect(heading('Arbeitszeiten')).toBeFocused()
    expect(portal.rows(`select value from settings where name = 'practice.name'`)).toEqual([
      { value: '"Praxis am See"' },
    ])
    await press('Überspringen')
    await expect(heading('Feiertage')).toBeFocused()
    await press('Weiter')
    await expect(heading('Services & Preise')).toBeFocused()
    await page.getByRole('button', { name: /^Psychotherapie/ }).focus()
    await page.keyboard.press('Enter')
    await expectText(page, '4 Services sind angelegt. Bitte prüfen Sie Dauer und Preis.')
    await look(page, 'admin-first-steps')
    await press('Weiter')
    await expect(heading('E-Mail-Server')).toBeFocused()
    await press('Überspringen')
    await expect(heading('URLs & Admin E-Mail')).toBeFocused()
    await expectText(page, 'Gestartet ohne BASE_URL')
    await press('Weiter')
    await expect(heading('Sicherungen')).toBeFocused()
    await press('Zurück')
    await expect(heading('URLs & Admin E-Mail')).toBeFocused()
    await press('Weiter')
    await expect(heading('Sicherungen')).toBeFocused()
    await press('Überspringen')
    await expect(heading('Ihr Zugang')).toBeFocused()
    writeSettings(portal.ctx(), 'urls', { PUBLIC_BASE_URL: 'https://termine.ordination.example' })
    await press('Überspringen')
    await expect(heading('Erste Schritte')).toBeFocused()
    await expectText(page, '3 von 8 erledigt')
    await expectText(page, 'Noch ist keine Buchung da.')
    await expect(
      page.getByRole('img', { name: /^QR-Code mit der Adresse https:\/\/termine\.ordination\.example/ }),
    ).toBeVisible()
    // There is no Odoo that tells when the doctor is busy.
    const toCalendars = page.getByRole('link', { name: 'Kalender angeben' })
    await expect(toCalendars).toHaveAttribute('href', '/admin/calendars')

    await page.getByRole('link', { name: 'Zur Übersicht' }).press('Enter')
    const card = page.getByRole('region', { name: 'Erste Schritte' })
    await expect(card).toContainText(
      'Es fehlt noch: Praxisdaten, Arbeitszeiten, E-Mail-Server, Sicherungen, Zweiter Faktor.',
    )
    await card.getByRole('link', { name: 'Sicherungen' }).press('Enter')
    await expect(heading('Sicherungen')).toBeFocused()
    await page.goBack()
    await look(page, 'admin-first-steps-card')
    await card.getByRole('button', { name: 'Nicht mehr zeigen' }).press('Enter')
    await expect(card).toBeHidden()
  },
)

test('practice data are corrected, previewed and saved again and again', async ({
  page,
  portal,
  colleaguePuts,
}) => {
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  await page.getByRole('button', { name: 'Vorschau' }).click()
  const preview = page.getByRole('region', { name: 'Vorschau' })
  await expect(preview).toContainText('6850 Dornbirn')
  await page.getByLabel('E-Mail', { exact: true }).fill('keine Adresse')
  await save(page)
  await expectText(page, 'Bitte eine gültige E-Mail-Adresse angeben.')
  await page.getByLabel('E-Mail', { exact: true }).fill('  ordination@ordination.example ')
  await save(page)
  await expectText(page, 'Praxisdaten gespeichert.')
  const phone = page.getByLabel('Telefon')
  await phone.fill('  +43 5572 000022 ')
  await expect(page.getByText('Praxisdaten gespeichert.')).toBeHidden()
  await save(page)
  await expectText(page, 'Praxisdaten gespeichert.')
  await expect(phone).toHaveValue('+43 5572 000022')
  expect(portal.rows(`select value from settings where name = 'practice.phone'`)).toEqual([
    { value: '"+43 5572 000022"' },
  ])

  for (const field of await page.getByRole('textbox').all()) await field.fill('')
  await expect(preview).toContainText('(Keine Daten vorhanden)')
  await colleaguePuts('/practice', { phone: '+43 5572 000099', zip: '' })
  await save(page)
  await expectText(page, CONFLICT)
  await page.getByRole('button', { name: 'Andere Fassung laden' }).click()
  await expect(phone).toHaveValue('+43 5572 000099')
})

test('leaving or reloading a page asks before unsaved changes are lost', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  const phone = page.getByLabel('Telefon')
  const before = await phone.inputValue()
  await phone.fill('+43 5572 000011')
  const questions = answerDialogs(page, false)
  await page.getByRole('link', { name: 'Allgemein' }).click()
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(phone).toHaveValue('+43 5572 000011')
  expect(questions).toEqual([
    'Ihre Änderungen sind noch nicht gespeichert. Seite trotzdem verlassen?',
    'Ihre Änderungen sind noch nicht gespeichert. Trotzdem neu laden?',
  ])
  answerDialogs(page, true)
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(phone).toHaveValue(before)
  const noQuestions = answerDialogs(page, false)
  await page.getByRole('link', { name: 'Allgemein' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Allgemein' })).toBeVisible()
  expect(noQuestions).toEqual([])
})

test('the words of a message are found in a list that cuts none off, written by keyboard, seen at once, and taken back', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1100, height: 900 })
  await openAdminPage(page, '/admin/settings/texts', 'Texte')
  const cells = page.locator('tbody td')
  await expect(cells.first()).toBeVisible()
  const cut = await cells.evaluateAll((all) =>
    all.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent),
  )
  expect(cut).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Bestätigung', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Bestätigung' })).toBeFocused()

  const sms = page.getByRole('region', { name: 'SMS', exact: true })
  const opening = sms.getByLabel('Anfang')
  await expect(opening).toHaveValue('Ihr Termin am {Termin} ist bestätigt.')
  await opening.fill('Bis dann: , und {Tag}!')
  await expectText(page, 'Den Platzhalter {Tag} gibt es nicht.')
  await opening.fill('Bis dann:  – alles klar!')
  await opening.press('Home')
  for (let i = 0; i < 'Bis dann: '.length; i++) await opening.press('ArrowRight')
  await sms.getByRole('button', { name: 'Termin', exact: true }).press('Enter')
  await expect(opening).toBeFocused()
  await expect(opening).toHaveValue('Bis dann: {Termin} – alles klar!')
  await expect(sms).toContainText(/Bis dann: Di 12. Jänner, 08:30 Uhr – alles klar!.*SMS mit \d+\sZeichen/)

  const email = page.getByRole('region', { name: 'E-Mail', exact: true })
  await email.getByLabel('Schluss').fill('Mit lieben Grüßen')
  await expect(page.frameLocator('iframe').getByText('Mit lieben Grüßen')).toBeVisible()
  await save(page)
  await expectText(page, 'Text gespeichert.')

  await email.getByLabel('Schluss').fill('Bis bald')
  await save(page)
  await expect(page.getByText('Frühere Fassungen (1)')).toBeVisible()

  await page.getByRole('button', { name: 'Zurück zum Original' }).click()
  await page.getByRole('button', { name: 'Originaltext verwenden' }).click()
  await expectText(page, 'Der Text ist wieder der ursprüngliche.')
  await expect(opening).toHaveValue('Ihr Termin am {Termin} ist bestätigt.')
  expect(portal.rows('select opening from texts order by id desc limit 2')).toEqual([
    { opening: null },
    { opening: null },
  ])
  await page.getByText('Frühere Fassungen (3)').click()
  await page.getByRole('listitem').filter({ hasText: 'Bis bald' }).getByRole('button').click()
  await expect(email.getByLabel('Schluss')).toHaveValue('Bis bald')
  await look(page, 'texts')
})

test('general settings close the booking for patients and switch SMS off', async ({
  page,
  colleaguePuts,
}) => {
  await openColdPage(page, '/admin/settings/general', 'Allgemein')
  await page.getByLabel('Online-Buchung geschlossen').check()
  const until = page.getByRole('group', { name: 'Voraussichtlich bis' })
  await until.getByLabel('Datum').fill('12.1.2027')
  await until.getByLabel('Uhrzeit').fill('18')
  await page.getByLabel('Nachricht an die Patienten').fill('Wir sind auf Urlaub.')
  await page.getByLabel('Grund').fill('Urlaubswoche')
  await page.getByLabel('SMS abschalten').check()
  await page.getByLabel(/Buchbare Tage/).fill('-3')
  await page.getByLabel(/Erinnerung/).fill('viele')
  await save(page)
  await expectText(page, 'maxBookingDays muss eine ganze Zahl von 1 bis 3650 sein.')
  await expectText(page, 'Erinnerung muss eine ganze Zahl von 0 bis 336 sein.')
  await page.getByLabel(/Buchbare Tage/).fill('90')
  await page.getByLabel(/Erinnerung/).fill('24')
  await page.getByRole('button', { name: 'Italien entfernen' }).click()
  await page.getByLabel('Länder').selectOption('Kroatien')
  await save(page)
  await expectText(page, 'Einstellungen gespeichert.')
  await expectText(
    page,
    'Die Online-Buchung ist geschlossen. SMS sind abgeschaltet, E-Mails werden gesendet.',
  )
  await expect(page.getByRole('button', { name: / entfernen$/ })).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Kroatien entfernen' })).toBeVisible()

  const patient = await page.context().newPage()
  await patient.goto('/')
  await expectText(patient, 'Wir sind auf Urlaub.')
  await expectText(patient, 'Das dauert voraussichtlich bis Dienstag, 12. Jänner 2027, 18:00 Uhr.')
  await patient.close()

  await colleaguePuts('/settings/general', { booking_maintenance_active: false, maxBookingDays: null })
  await page.getByLabel('Grund').fill('Noch eine Woche')
  await save(page)
  await expectText(page, CONFLICT)
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
  await expectText(page, 'Einstellungen gespeichert.')
  await page.reload()
  await expect(until.getByLabel('Datum')).toHaveValue('12.1.2027')
  await expect(until.getByLabel('Uhrzeit')).toHaveValue('18:00')
  await expect(page.getByLabel('Grund')).toHaveValue('Noch eine Woche')
})

test('a number field that contains no number is not taken for an empty one; a secret is never shown, an empty field keeps it, and a button removes it', async ({
  page,
  portal,
}) => {
  const stored = () =>
    portal.rows<{ value: string }>(`select value from settings where name = 'general.TURNSTILE_SECRET'`)
  const secret = page.getByLabel(/TURNSTILE_SECRET/)
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  await page.getByLabel(/maxBookingDays/).pressSequentially('1e')
  await save(page)
  await expectText(page, 'maxBookingDays muss eine Zahl sein.')
  await expect(page.getByLabel(/maxBookingDays/)).toBeFocused()
  expect(portal.rows(`select name from settings where name like 'general.%'`)).toEqual([])
  await page.getByLabel(/maxBookingDays/).fill('')

  await expectText(page, 'Noch nicht gespeichert.')
  await secret.fill('ein-geheimes-secret')
  await save(page)
  await expectText(page, 'Einstellungen gespeichert.')
  await expect(secret).toHaveValue('')
  await expect(secret).toHaveAttribute('placeholder', 'gespeichert')
  const encrypted = stored()
  expect(JSON.stringify(encrypted)).not.toContain('geheim')
  await page.getByLabel('notify_reason').fill('Urlaub')
  await expect(page.getByText('Einstellungen gespeichert.')).toBeHidden()
  await save(page)
  await expectText(page, 'Einstellungen gespeichert.')
  expect(stored()).toEqual(encrypted)
  await page.getByRole('button', { name: 'Gespeicherten Wert entfernen' }).click()
  await page.getByRole('button', { name: 'Doch behalten' }).click()
  await page.getByRole('button', { name: 'Gespeicherten Wert entfernen' }).click()
  await save(page)
  await expectText(page, 'Noch nicht gespeichert.')
  expect(stored()).not.toEqual(encrypted)
})

const WINDOWS = [
  { width: 1280, height: 500 },
  { width: 360, height: 740 },
] as const

test('a page is about as high while it loads as it is then', async ({ page }) => {
  const heightOf = () => page.getByRole('main').evaluate((main) => main.scrollHeight)
  for (const [path, call, heading, jump] of [
    ['/admin/settings/general', 'settings/general', 'Allgemein', 0.01],
    ['/admin/settings/sms', 'settings/{clicksend,sevenio}', 'SMS Provider', 0.08],
    ['/admin/settings/practice', 'practice', 'Praxisdaten', 0.01],
    ['/admin/services', 'services', 'Services & Preise', 0.08],
  ] as const) {
    const answer = await delayAnswers(page, `**/api/admin/${call}`)
    // The code of the page comes first, and then asks for its data.
    const asked = page.waitForRequest(`**/api/admin/${call}`)
    await page.goto(path)
    await asked
    await expect(page.getByText('Lade Seite …')).toHaveCount(1)
    const first: Record<number, number> = {}
    for (const window of WINDOWS) {
      await page.setViewportSize(window)
      first[window.width] = await heightOf()
    }
    await answer()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText('Lade Seite …')).toHaveCount(0)
    for (const { width, height } of WINDOWS) {
      await page.setViewportSize({ width, height })
      const before = first[width] ?? 0
      await expect
        .configure({ soft: true })
        .poll(async () => Math.abs((await heightOf()) / before - 1), {
          message: `${path} at ${width} px, first ${before} px high`,
          timeout: 10_000,
        })
        .toBeLessThan(jump)
    }
  }
})

test('services are added, changed and deleted', async ({ page, portal, colleaguePuts }) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Neuer Service' }).click()
  await page.getByLabel('Dauer (Min)', { exact: true }).fill('lang')
  await save(page)
  await expectText(page, 'Bitte eine ID angeben.')
  await expectText(page, 'Dauer muss eine nicht-negative Zahl sein.')
  await page.getByLabel('Name', { exact: true }).fill('Reisemedizin')
  await expect(page.getByLabel('ID', { exact: true })).toHaveValue('reisemedizin')
  await expect(page.getByText('Bitte eine ID angeben.')).toHaveCount(0)
  await page.getByLabel('ID', { exact: true }).fill('facial')
  await page.getByLabel('Dauer (Min)', { exact: true }).fill('25')
  await page.getByLabel('Preis').fill('79,90')
  await page.getByLabel('Aktiv').uncheck()
  await save(page)
  await expectText(page, 'Diese ID gibt es schon.')
  await page.getByLabel('ID', { exact: true }).fill('reisemedizin')
  const addQuestion = page.getByRole('button', { name: 'Frage hinzufügen' })
  for (const [i, label] of ['Sind Sie schwanger?', 'Wohin reisen Sie?', 'Wann?'].entries()) {
    await addQuestion.click()
    await expect(page.getByLabel(`Frage ${i + 1}`, { exact: true })).toBeFocused()
    await page.getByLabel(`Frage ${i + 1}`, { exact: true }).fill(label)
  }
  await page.getByLabel('Antwort', { exact: true }).nth(1).selectOption('Auswahl')
  await page.getByLabel('Zur Auswahl, eine je Zeile').fill('Afrika')
  await page.getByRole('button', { name: 'Frage 2 nach oben' }).click()
  await page.getByRole('button', { name: 'Frage 3 entfernen' }).click()
  await save(page)
  await expectText(page, 'Bitte 2 bis 12 Antworten zur Auswahl angeben.')
  await expect(page.getByLabel('Frage 1', { exact: true })).toBeFocused()
  await page.getByLabel('Zur Auswahl, eine je Zeile').fill('Afrika\nAsien')
  await page.getByRole('checkbox', { name: 'Muss beantwortet werden' }).first().check()
  await save(page)
  await expectText(page, 'Service "Reisemedizin" gespeichert.')
  const [saved] = portal.rows<{ price_cents: number; active: number; questions: string }>(
    `select price_cents, active, questions from services where id = 'reisemedizin'`,
  )
  expect(saved).toMatchObject({ price_cents: 7990, active: 0 })
  expect(JSON.parse(saved?.questions ?? '')).toMatchObject([
    { label: 'Wohin reisen Sie?', kind: 'choice', options: ['Afrika', 'Asien'], required: true },
    { label: 'Sind Sie schwanger?', kind: 'yesno', required: false },
  ])

  await page.getByRole('button', { name: 'Facial', exact: true }).click()
  await page.getByLabel('Preis').fill('170')
  await colleaguePuts('/services', {
    service: { id: 'facial', name: 'Facial', duration_min: 60, price: 150 },
  })
  await save(page)
  await expectText(page, CONFLICT)
  // The saved service is shown with its new version before the list is loaded again.
  const answer = await delayAnswers(page, '**/api/admin/services')
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
  await expectText(page, 'Service "Facial" gespeichert.')
  await page.getByRole('button', { name: 'Service "Facial" löschen' }).click()
  await page.getByRole('button', { name: '"Facial" löschen', exact: true }).click()
  await expectText(page, 'Service "facial" gelöscht.')
  await answer()
  portal.rows('delete from services')
  await page.reload()
  await expectText(page, 'Noch gibt es keine Services.')
})

test('a service that a colleague has just added is not overwritten, a deleted one can be saved again or given up, a changed one is deleted only after a second question', async ({
  page,
  portal,
  colleaguePuts,
}) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Neuer Service' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Neu')
  await page.getByLabel('ID', { exact: true }).fill('neu')
  await colleaguePuts('/services', { service: { id: 'neu', name: 'Neues', price: 50 } })
  await save(page)
  await expectText(page, CONFLICT)
  expect(portal.rows(`select price_cents from services where id = 'neu'`)).toEqual([{ price_cents: 5000 }])
  answerDialogs(page, true)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  await page.getByLabel('Preis').fill('80')
  portal.rows(`delete from services where id = 'akupunktur'`)
  await save(page)
  await expectText(page, 'Inzwischen gelöscht.')
  answerDialogs(page, false)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Preis')).toHaveValue('80')
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
  await expectText(page, 'Service "Akupunktur" gespeichert.')
  await page.getByRole('button', { name: 'Service "Folgebehandlung" löschen' }).click()
  portal.rows(`delete from services where id = 'folgebehandlung'`)
  await page.getByRole('button', { name: '"Folgebehandlung" löschen', exact: true }).click()
  await expectText(page, 'Diese Leistung gibt es nicht mehr.')
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click()
  await expect(page.getByRole('button', { name: 'Folgebehandlung', exact: true })).toBeHidden()

  const facial = () => portal.rows(`select id from services where id = 'facial'`)
  await page.getByRole('button', { name: 'Service "Facial" löschen' }).click()
  await colleaguePuts('/services', { service: { id: 'facial', name: 'Facial', price: 150 } })
  await page.getByRole('button', { name: '"Facial" löschen', exact: true }).click()
  await expectText(page, CONFLICT)
  expect(facial()).toHaveLength(1)
  await page.getByRole('button', { name: '"Facial" trotzdem löschen' }).click()
  await expectText(page, 'Service "facial" gelöscht.')
  expect(facial()).toEqual([])
})

test('working hours are typed, copied and saved', async ({ page, portal, colleaguePuts }) => {
  const weekday = (day: number) =>
    portal.rows('select start_min, end_min from working_hours where weekday = ? order by start_min', day)
  await openAdminPage(page, '/admin/settings/working-hours', 'Arbeitszeiten')
  await page.getByLabel('Montag Block 1 Ende').fill('7')
  await page.getByLabel('Samstag Block 1 Start').fill('neun')
  await page.getByLabel('Samstag Block 1 Ende').fill('12')
  await save(page)
  await expectText(page, 'Montag Block 1: Ende muss nach dem Start liegen.')
  await expectText(page, 'Samstag Block 1: Ungültige Zeitangabe.')
  await page.getByLabel('Montag Block 1 Ende').fill('1230')
  await page.getByRole('button', { name: 'Zeiten von Montag auf andere Tage übertragen' }).click()
  await page.getByRole('button', { name: 'Übertragen', exact: true }).click()
  await page.getByRole('button', { name: 'Samstag schließen' }).click()
  await save(page)
  await expectText(page, 'Arbeitszeiten gespeichert.')
  await expect(page.getByLabel('Freitag Block 1 Ende')).toHaveValue('12:30')
  expect(weekday(6)).toEqual([])

  await page.getByLabel('Samstag Block 1 Start').fill('9')
  await page.getByLabel('Samstag Block 1 Ende').fill('1130')
  await expect(page.getByText('Arbeitszeiten gespeichert.')).toBeHidden()
  await page.keyboard.press('Enter')
  await expectText(page, 'Arbeitszeiten gespeichert.')
  await expect(page.getByLabel('Samstag Block 1 Ende')).toHaveValue('11:30')
  expect(weekday(6)).toEqual([{ start_min: 540, end_min: 690 }])

  await colleaguePuts('/settings/working-hours', { workingHours: { 1: [{ start: '09:00', end: '11:00' }] } })
  await page.getByLabel('Sonntag Block 1 Start').fill('9')
  await page.getByLabel('Sonntag Block 1 Ende').fill('10')
  await save(page)
  await expectText(page, CONFLICT)
  await expectText(page, 'Montag: 09:00–11:00')
  await page.getByRole('button', { name: 'Andere Fassung laden' }).click()
  await expect(page.getByLabel('Montag Block 1 Start')).toHaveValue('09:00')
})

/** Fills the fields in, each named by its setting. */
async function fillSettings(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.getByLabel(new RegExp(name)).fill(value)
}

const PROVIDERS = {
  CLICKSEND_USERNAME: 'demo',
  CLICKSEND_PWD: 'demo-key',
  CLICKSEND_FROM: 'Ordination',
  SEVENIO_KEY: 'demo-key',
  SEVENIO_FROM: 'Ordination',
}

test('both SMS providers are set up and tested, and their balances are shown', async ({
  page,
  portal,
  colleaguePuts,
}) => {
  const sevenio = portal.providers.simulator('sevenio')
  await openColdPage(page, '/admin/settings/sms', 'SMS Provider')
  await expect(page.getByText('Nie abgefragt')).toHaveCount(2)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const address = await page.getByLabel('Adresse für Zustellberichte').first().inputValue()
  expect(address).toMatch(/\/api\/webhooks\/clicksend\/[\w-]{43}$/)
  await page.getByRole('button', { name: 'Adresse kopieren' }).first().click()
  await expectText(page, 'Kopiert.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await page
    .getByLabel(/TEST_MOBILE/)
    .last()
    .fill('12')
  await save(page)
  await expectText(
    page,
    /ClickSend Benutzername fehlt\. .* seven\.io Key fehlt\. .*TEST_MOBILE: Bitte eine Telefonnummer/,
  )
  await fillSettings(page, PROVIDERS)
  for (const mobile of await page.getByLabel(/TEST_MOBILE/).all()) await mobile.fill('+43 664 1234567')
  await save(page)
  await expectText(page, 'SMS-Provider-Einstellungen gespeichert.')
  await expectText(page, /^€\s1\.117,46$/)
  await expectText(page, /^€\s593,99$/)
  await expect(page.getByText(/^Stand /)).toHaveCount(2)
  sevenio.account.amount = 3.2
  // Providers are asked at most once a minute.
  portal.rows('update balances set at = at - 120000')
  portal.rows(`update settings set updated_at = updated_at - 120000 where name like 'sevenio.%'`)
  await page.getByRole('button', { name: 'Guthaben bei seven.io abfragen' }).click()
  await expectText(page, /^€\s3,20$/)

  await page.getByRole('button', { name: 'Test-SMS über ClickSend senden' }).click()
  await expectText(page, 'Test-SMS über ClickSend an +436641234567 gesendet.')
  sevenio.faults.expect('500')
  await page.getByRole('button', { name: 'Test-SMS über seven.io senden' }).click()
  await expectText(page, /^seven\.io: /)
  await page.getByLabel(/CLICKSEND_FROM/).fill('Wartezimmer')
  await page.getByRole('button', { name: 'Speichern und testen' }).click()
  await expect
    .poll(() => portal.rows('select sender from messages order by id desc limit 1'))
    .toEqual([{ sender: 'Wartezimmer' }])

  await colleaguePuts('/settings/clicksend', { CLICKSEND_USERNAME: 'demo', CLICKSEND_FROM: 'DrMuster' })
  await page.getByLabel(/CLICKSEND_FROM/).fill('Praxis')
  await save(page)
  await expectText(page, CONFLICT)
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
  await expectText(page, 'ClickSend: SMS-Provider-Einstellungen gespeichert.')
})

test('a practice with one provider saves only that one', async ({ page, portal }) => {
  const saved: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') saved.push(new URL(request.url()).pathname)
  })
  await openAdminPage(page, '/admin/settings/sms', 'SMS Provider')
  await fillSettings(page, {
    CLICKSEND_USERNAME: '  demo ',
    CLICKSEND_PWD: ' demo-key ',
    CLICKSEND_FROM: ' Ordination ',
  })
  await save(page)
  await expectText(page, 'seven.io Key fehlt. seven.io Absender fehlt.')
  expect(saved).toEqual([])
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Nur ClickSend speichern' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    CLICKSEND_USERNAME: 'demo',
    CLICKSEND_PWD: ' demo-key ',
    CLICKSEND_FROM: 'Ordination',
  })
  await expectText(page, 'ClickSend: SMS-Provider-Einstellungen gespeichert.')
  expect(saved).toEqual(['/api/admin/settings/clicksend'])
  expect(portal.rows(`select name from settings where name like 'sevenio.%'`)).toEqual([])
})

test('when one provider cannot be saved, the other one is', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/sms', 'SMS Provider')
  await fillSettings(page, PROVIDERS)
  await page.route('**/api/admin/settings/sevenio', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await save(page)
  await expectText(page, 'seven.io: Der Server antwortet gerade nicht richtig (HTTP 500).')
  await expectText(page, 'ClickSend: SMS-Provider-Einstellungen gespeichert.')
  await expect(page.getByLabel(/SEVENIO_FROM/)).toHaveValue('Ordination')
  const questions = answerDialogs(page, false)
  await page.getByRole('link', { name: 'Odoo' }).click()
  await expect.poll(() => questions).toHaveLength(1)
  await expect(page.getByRole('heading', { level: 1, name: 'SMS Provider' })).toBeVisible()
})

test('Odoo is set up and its connection checked', async ({ page, portal, colleaguePuts }) => {
  const ODOO_URL = portal.providers.odooUrl
  await openAdminPage(page, '/admin/settings/odoo', 'Odoo')
  await save(page)
  await expectText(page, 'Bitte ODOO_URL angeben.')
  await fillSettings(page, { ODOO_URL: 'odoo.example' })
  await expectText(page, 'ODOO_URL muss mit http:// oder https:// beginnen.')
  await fillSettings(page, { ODOO_URL, ODOO_DB: 'praxis', ODOO_USER: 'ordi', ODOO_PASS: 'demo-key' })
  await save(page)
  await expectText(page, 'Odoo-Einstellungen gespeichert.')
  await page.getByRole('button', { name: 'Verbindung prüfen' }).click()
  await expectText(page, /^Die Verbindung steht: Odoo 18/)
  await colleaguePuts('/settings/odoo', { ODOO_URL, ODOO_DB: 'andere', ODOO_USER: 'ordi' })
  await page.getByRole('button', { name: 'Gespeicherten Wert entfernen' }).click()
  await save(page)
  await expectText(page, CONFLICT)
  await expectText(page, 'Datenbank: andere')
})

test('Odoo gets the appointments, and what the doctor changes there is settled here', async ({
  page,
  portal,
}) => {
  const appointments = ['09:00', '11:00'].map((time) => addBooking(portal, nextMonday(), time))
  writeSettings(portal.ctx(), 'odoo', {
    ODOO_URL: portal.providers.odooUrl,
    ODOO_DB: 'praxis',
    ODOO_USER: 'ordi',
    ODOO_PASS: 'demo-key',
  })
  const odoo = portal.providers.simulator('odoo')
  await openAdminPage(page, '/admin/settings/odoo', 'Odoo')
  await page.getByRole('button', { name: '2 bestätigte Termine übertragen' }).click()
  await expect.poll(() => odoo.events().length).toBe(2)
  await expect.poll(() => portal.rows('select 1 from erp_events')).toHaveLength(2)
  const [moved, removed] = appointments.map((id) =>
    portal.rows<{ event_id: number }>('select event_id from erp_events where booking_id = ?', id),
  )
  const at = (time: string) =>
    new Date(instantAt(nextMonday(), time)).toISOString().slice(0, 19).replace('T', ' ')
  odoo.change(moved?.[0]?.event_id ?? 0, { start: at('14:00'), stop: at('14:30') })
  odoo.remove(removed?.[0]?.event_id ?? 0)
  await page.getByRole('button', { name: 'Jetzt lesen' }).click()
  await expectText(page, /^In Odoo jetzt: Montag, .*, 14:00\sUhr\.$/)
  await expectText(page, 'In Odoo gelöscht.')
  await page.getByRole('link', { name: 'Übersicht' }).click()
  const tasks = page.getByRole('region', { name: 'Anders als in Odoo' }).getByRole('listitem')
  await expect(tasks).toHaveText([
    /^Rosa Musterfrau.*In Odoo jetzt: Montag/,
    /^Rosa Musterfrau.*In Odoo gelöscht/,
  ])
  await page.getByRole('button', { name: 'Termin verschieben und benachrichtigen' }).click()
  await expectText(page, 'Termin wurde verschoben und der Patient informiert.')
  await page.getByRole('link', { name: 'Termin absagen' }).click()
  await page.getByRole('button', { name: 'Termin absagen: Rosa Musterfrau' }).click()
  await expectText(page, 'Abgesagt, noch nicht mitgeteilt.')
  await expect(tasks).toHaveCount(0)
  expect(portal.rows('select status, starts_at from bookings order by starts_at')).toEqual([
    { status: 'cancelled', starts_at: instantAt(nextMonday(), '11:00') },
    { status: 'confirmed', starts_at: instantAt(nextMonday(), '14:00') },
  ])

  await page.goto('/admin/outbox?tab=odoo')
  await expect(page.getByRole('tab', { name: 'Odoo 4' })).toHaveAttribute('aria-selected', 'true')
  await page.getByText(/^Termin: Montag, .*, 14:00\sUhr$/).click()
  await expect(page.getByRole('dialog')).toContainText('Versuche')
})

test('addresses and the admin’s e-mail are saved', async ({ page, colleaguePuts }) => {
  await openAdminPage(page, '/admin/settings/urls', 'URLs & Admin E-Mail')
  await fillSettings(page, { PUBLIC_BASE_URL: 'ordination', ADMIN_EMAIL: 'assistenz@ordination' })
  await save(page)
  await expectText(page, 'Ungültige URL.')
  await expectText(page, 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.')
  await fillSettings(page, {
    PUBLIC_BASE_URL: 'https://termine.ordination.example',
    ADMIN_EMAIL: 'assistenz@ordination.example',
  })
  await page.getByRole('button', { name: 'Speichern und testen' }).click()
  await expectText(page, 'Einstellungen gespeichert.')
  await expectText(page, 'Test-E-Mail an assistenz@ordination.example gesendet.')
  await colleaguePuts('/settings/urls', { ADMIN_EMAIL: 'team@ordination.example' })
  await fillSettings(page, { PATIENT_BASE_URL: 'https://patienten.ordination.example' })
  await save(page)
  await expectText(page, CONFLICT)
  await expectText(page, 'Admin E-Mail: team@ordination.example')
})

test(
  'a person’s data are found, given out as two files, and erased after the address was typed twice',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    addBooking(portal, dayFromToday(-40), '08:30')
    await openAdminPage(page, '/admin/settings/privacy', 'Datenschutz')
    const email = page.getByRole('textbox', { name: 'E-Mail-Adresse' })
    await email.fill('niemand@patient.example')
    await page.getByRole('button', { name: 'Suchen' }).click()
    await expectText(page, 'Zu dieser Adresse ist nichts gespeichert.')
    await email.fill('rosa.musterfrau+praxis@patient.example')
    await page.getByRole('button', { name: 'Suchen' }).click()
    await expectText(page, 'Gespeichert: ein Termin.')
    const files: string[] = []
    page.on('download', (file) => files.push(file.suggestedFilename().replace(/.*\./, '')))
    await page.getByRole('button', { name: 'Auskunft herunterladen' }).click()
    await expectText(page, 'Zwei Dateien sind gespeichert')
    await expect.poll(() => files.toSorted()).toEqual(['html', 'json'])
    await page.getByText('Information zum Datenschutz bei der Online-Terminbuchung').click()
    await expectText(page, /^Österreichische Datenschutzbehörde|Aufsichtsbehörde/)
    await look(page, 'admin-privacy')

    await page.getByRole('button', { name: 'Daten löschen …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('mara@patient.example')
    await dialog.getByRole('button', { name: 'Endgültig löschen' }).click()
    await expect(dialog).toContainText('Das ist nicht dieselbe Adresse.')
    await look(page, 'admin-privacy-erase')
    await dialog.getByRole('textbox').fill('rosa.musterfrau@patient.example')
    await page.keyboard.press('Enter')
    await expectText(page, 'Die Daten sind gelöscht.')
    expect(portal.rows('select last_name, anonymised from bookings')).toEqual([
      { last_name: '', anonymised: 1 },
    ])
  },
)
