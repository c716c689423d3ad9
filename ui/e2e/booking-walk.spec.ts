import { books, choosesService, fillsIn, linkTo, provesByCode, ROSA, seesStep, svnrField } from './patient.ts'
import { expect, test } from './portal.ts'

test('a patient books an appointment, with reloads, a restart of the server and every page looked at', async ({
  page,
  portal,
  look,
}) => {
  await page.goto('/')
  await seesStep(page, 1)
  await look(page, '1-besuch')

  await page.getByRole('button', { name: 'Erstbesuch' }).click()
  await seesStep(page, 2)
  await expect(page.getByText('Leistungen für Erstbesuch')).toBeVisible()
  await expect(page.getByRole('button', { name: /Erstordination/ })).toContainText('€ 180')
  await look(page, '2-leistung')
  await page.reload()
  await seesStep(page, 2)

  await page.getByRole('button', { name: 'Erstordination' }).click()
  await seesStep(page, 3)
  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByRole('button', { name: 'Mehr Termine anzeigen' })).toBeVisible()
  await look(page, '3-termin-liste')
  await page.getByRole('button', { name: 'Kalender' }).click()
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  await expect(
    page
      .getByRole('heading', { name: 'Vormittag' })
      .or(page.getByRole('heading', { name: 'Nachmittag' }))
      .first(),
  ).toBeVisible()
  await look(page, '3-termin-kalender')
  await page.reload()
  await seesStep(page, 3)
  await expect(page.getByRole('region', { name: 'Auswahl und weiter' })).toContainText(
    /Erstordination\s·\s\w\w\s\d+\.\s\S+,\s\d\d:\d\d/,
  )
  await page.getByRole('button', { name: 'Weiter' }).click()

  await seesStep(page, 4)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(
    page.getByText('Bitte füllen Sie alle Pflichtfelder aus und verifizieren Sie Ihre E-Mail.'),
  ).toBeVisible()
  await expect(page.getByText('Vorname ist erforderlich.')).toBeVisible()
  await look(page, '4-daten-fehler')

  await fillsIn(page)
  await svnrField(page).fill(ROSA.svnr)
  await page.getByLabel('PLZ').fill('68x5')
  await expect(page.getByLabel('PLZ')).toHaveValue('685')
  await expect(page.getByText('Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.')).toBeVisible()
  await page.getByLabel('PLZ').fill(ROSA.zip)
  await page.reload()
  await seesStep(page, 4)
  await expect(page.getByLabel('Vorname')).toHaveValue(ROSA.firstName)
  await expect(svnrField(page)).toHaveValue('')
  await svnrField(page).fill(ROSA.svnr)
  await expect(page.getByText(/1238\s*14\s*03\s*58/)).toBeVisible()
  await provesByCode(page, portal)
  await look(page, '4-daten')

  await portal.restart()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await seesStep(page, 5)
  await expect(page.getByText(/Für Sie reserviert, noch \d+:\d\d/)).toBeVisible()
  await expect(page.getByText('••••')).toBeVisible()
  const book = page.getByRole('button', { name: 'Verbindlich reservieren' })
  await expect(book).toBeDisabled()
  await look(page, '5-pruefen')
  await portal.restart()
  await books(page)

  await expect(
    page.getByText('Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen.'),
  ).toBeVisible()
  await expect(page.getByText('Sie werden ehestmöglich per E-Mail informiert.')).toBeVisible()
  await look(page, '6-fertig')
  await page.reload()
  await seesStep(page, 6)

  const received = await portal.mailTo(ROSA.email, /^Reservierung erhalten/)
  const forPractice = await portal.mailTo('termine@ordination.example', /^Neue Reservierung/)
  expect(forPractice.text).toContain('Rosa Musterfrau')
  await page.goto(linkTo(received, '/patient/overview'))
  await expect(page.getByRole('heading', { level: 1, name: 'Terminübersicht' })).toBeVisible()
  await expect(page.getByText('auf manuelle Bestätigung wartend')).toBeVisible()
  await look(page, '7-uebersicht')

  const stored = portal.rows<{ status: string; last_name: string }>('select status, last_name from bookings')
  expect(stored).toEqual([{ status: 'requested', last_name: ROSA.lastName }])
})

test('the other pages are looked at', async ({ page, portal, look }) => {
  await page.goto('/patient/overview')
  await expect(page.getByText('Ungültiger Link (keine ID).')).toBeVisible()
  await look(page, 'uebersicht-ohne-id')
  await page.goto(`/patient/overview?id=${'x'.repeat(32)}`)
  await expect(page.getByText('Termin nicht gefunden')).toBeVisible()
  await look(page, 'uebersicht-nicht-gefunden')

  await choosesService(page, 'Folgebesuch', 'Akupunktur')
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await seesStep(page, 4)
  await fillsIn(page)
  await page
    .getByRole('button', { name: /bestätigen|verifizieren/i })
    .first()
    .click()
  const mail = await portal.mailTo(ROSA.email, /bestätigen Sie Ihre E-Mail/)
  await look(page, '4-daten-email-unterwegs')
  const other = await page.context().newPage()
  await other.goto(linkTo(mail, '/email/verify'))
  await expect(other.getByRole('button', { name: 'E-Mail bestätigen' })).toBeVisible()
  await look(other, 'email-bestaetigen')
  await other.getByRole('button', { name: 'E-Mail bestätigen' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toContainText(/bestätigt/i)
  await look(other, 'email-bestaetigt')
  await other.close()
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()

  portal.rows(
    `insert into settings values ('general.booking_maintenance_active', 'true', 0), ('general.maintenance_message', '"Wir sind auf Fortbildung."', 0), ('general.maintenance_until', '"2027-02-01T08:00:00+01:00"', 0) returning name`,
  )
  const visitor = await page.context().newPage()
  await visitor.goto('/')
  await expect(visitor.getByText('Wir sind auf Fortbildung.')).toBeVisible()
  await expect(visitor.getByText(/voraussichtlich bis/)).toContainText('1. Februar')
  await look(visitor, 'geschlossen')
})
