import { readSetting } from '../../src/practice/settings.ts'
import { readWeek } from '../../src/schedule/hours.ts'
import { answerDialogs, expect, expectText, openAdminPage, openColdPage, save } from './fixtures/admin.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { softly } from './fixtures/portal.ts'
import { CONFLICT, fillSettings, test } from './fixtures/settings.ts'
import { PHONE } from './fixtures/windows.ts'

test('the data of the practice are corrected, previewed, and saved several times', async ({
  page,
  portal,
  colleaguePuts,
}) => {
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  await page.getByRole('button', { name: 'Vorschau' }).click()
  const preview = page.getByRole('region', { name: 'Vorschau' })
  await expect(preview).toContainText('6850 Dornbirn')
  const phone = page.getByLabel('Telefon')
  await test.step('a wrong address is refused, and a right one saved without its spaces', async () => {
    await page.getByLabel('E-Mail', { exact: true }).fill('keine Adresse')
    await save(page)
    await expectText(page, 'Bitte eine gültige E-Mail-Adresse angeben.')
    await page.getByLabel('E-Mail', { exact: true }).fill('  ordination@ordination.example ')
    await save(page)
    await expectText(page, 'Praxisdaten gespeichert.')
  })

  await test.step('the same form is saved again', async () => {
    await phone.fill('  +43 5572 000022 ')
    await expect(page.getByText('Praxisdaten gespeichert.')).toBeHidden()
    await save(page)
    await expectText(page, 'Praxisdaten gespeichert.')
    await expect(phone).toHaveValue('+43 5572 000022')
    expect(readSetting(portal.ctx(), 'practice', 'phone')).toBe('+43 5572 000022')
  })

  await test.step('what a colleague has saved meanwhile is taken over', async () => {
    for (const textbox of await page.getByRole('textbox').all()) await textbox.fill('')
    await expect(preview).toContainText('(Keine Daten vorhanden)')
    await colleaguePuts('/practice', { phone: '+43 5572 000099', zip: '' })
    await save(page)
    await expectText(page, CONFLICT)
    await page.getByRole('button', { name: 'Andere Fassung laden' }).click()
    await expect(phone).toHaveValue('+43 5572 000099')
  })
})

test('leaving or reloading a page asks before unsaved changes are lost', async ({ page }) => {
  await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
  const phone = page.getByLabel('Telefon')
  const before = await phone.inputValue()
  await phone.fill('+43 5572 000011')
  const questions = answerDialogs(page, 'dismiss')
  await page.getByRole('link', { name: 'Allgemein' }).click()
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(phone).toHaveValue('+43 5572 000011')
  expect(questions).toEqual([
    'Ihre Änderungen sind noch nicht gespeichert. Seite trotzdem verlassen?',
    'Ihre Änderungen sind noch nicht gespeichert. Trotzdem neu laden?',
  ])
  answerDialogs(page, 'accept')
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(phone).toHaveValue(before)
  const noQuestions = answerDialogs(page, 'dismiss')
  await page.getByRole('link', { name: 'Allgemein' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Allgemein' })).toBeVisible()
  expect(noQuestions).toEqual([])
})

test('the general settings close the booking for patients, switch SMS off and name the countries', async ({
  page,
  colleaguePuts,
}) => {
  await openColdPage(page, '/admin/settings/general', 'Allgemein')
  await page.getByLabel('Online-Buchung geschlossen').check()
  const until = page.getByRole('group', { name: 'Voraussichtlich bis' })
  await until.getByLabel('Datum').fill('12.1.2027')
  await until.getByLabel('Uhrzeit').fill('18')
  await test.step('the form refuses numbers that are none', async () => {
    await page.getByLabel('Nachricht an die Patienten').fill('Wir sind auf Urlaub.')
    await page.getByLabel('Grund').fill('Urlaubswoche')
    await page.getByLabel('SMS abschalten').check()
    await page.getByLabel(/Buchbare Tage/).fill('-3')
    await page.getByLabel(/Erinnerung/).fill('viele')
    await save(page)
    await expectText(page, 'maxBookingDays muss eine ganze Zahl von 1 bis 3650 sein.')
    await expectText(page, 'Erinnerung muss eine ganze Zahl von 0 bis 336 sein.')
  })

  await test.step('countries are removed and added, and everything is saved', async () => {
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
  })

  await test.step('patients read that the booking is closed', async () => {
    const patient = await page.context().newPage()
    await patient.goto('/')
    await expectText(patient, 'Wir sind auf Urlaub.')
    await expectText(patient, 'Das dauert voraussichtlich bis Dienstag, 12. Jänner 2027, 18:00 Uhr.')
    await patient.close()
  })

  await test.step('one’s own version replaces that of a colleague', async () => {
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
})

test('a number field that contains no number is not taken for an empty one', async ({ page, portal }) => {
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  // While "1e" stands in a number field, the browser gives its value as an empty text.
  await page.getByLabel(/maxBookingDays/).pressSequentially('1e')
  await save(page)
  await expectText(page, 'maxBookingDays muss eine Zahl sein.')
  await expect(page.getByLabel(/maxBookingDays/)).toBeFocused()
  expect(portal.rows(`select name from settings where name like 'general.%'`)).toEqual([])
})

test('a secret is stored without being shown, until a button removes it', async ({ page, portal }) => {
  /** The row of the secret as the database has it. */
  const storedSecret = () =>
    portal.rows<{ value: string }>(`select value from settings where name = 'general.TURNSTILE_SECRET'`)
  const secret = page.getByLabel(/TURNSTILE_SECRET/)
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  await expectText(page, 'Noch nicht gespeichert.')
  await test.step('a secret is stored, and never shown', async () => {
    await secret.fill('ein-geheimes-secret')
    await save(page)
    await expectText(page, 'Einstellungen gespeichert.')
    await expect(secret).toHaveValue('')
    await expect(secret).toHaveAttribute('placeholder', 'gespeichert')
  })

  const encrypted = storedSecret()
  expect(encrypted).toHaveLength(1)
  expect(JSON.stringify(encrypted)).not.toContain('geheim')

  await test.step('an empty field keeps the secret', async () => {
    await page.getByLabel('notify_reason').fill('Urlaub')
    await expect(page.getByText('Einstellungen gespeichert.')).toBeHidden()
    await save(page)
    await expectText(page, 'Einstellungen gespeichert.')
    expect(storedSecret()).toEqual(encrypted)
  })

  await test.step('a button removes the secret, also after a change of mind', async () => {
    await page.getByRole('button', { name: 'Gespeicherten Wert entfernen' }).click()
    await page.getByRole('button', { name: 'Doch behalten' }).click()
    await page.getByRole('button', { name: 'Gespeicherten Wert entfernen' }).click()
    await save(page)
    await expectText(page, 'Noch nicht gespeichert.')
    expect(storedSecret()).not.toEqual(encrypted)
  })
})

const WINDOWS = [{ width: 1280, height: 500 }, PHONE] as const

/**
 * Pages with the call whose answer they show. `most` is the part of the height by which the answer may change
 * it.
 */
const LOADING_PAGES = [
  { path: '/admin/settings/general', call: 'settings/general', heading: 'Allgemein', most: 0.01 },
  { path: '/admin/settings/sms', call: 'settings/{clicksend,sevenio}', heading: 'SMS Provider', most: 0.08 },
  { path: '/admin/settings/practice', call: 'practice', heading: 'Praxisdaten', most: 0.01 },
  { path: '/admin/services', call: 'services', heading: 'Services & Preise', most: 0.08 },
] as const

test('a page is about as high while it loads as it is afterwards', async ({ page }) => {
  const heightOf = () => page.getByRole('main').evaluate((main) => main.scrollHeight)
  for (const { path, call, heading, most } of LOADING_PAGES) {
    const answer = await delayAnswers(page, `**/api/admin/${call}`)
    // The code of the page comes first, and then asks for its data.
    const dataRequest = page.waitForRequest(`**/api/admin/${call}`)
    await page.goto(path)
    await dataRequest
    await expect(page.getByText('Lade Seite …')).toHaveCount(1)
    const heightWhileLoading: Record<number, number> = {}
    for (const window of WINDOWS) {
      await page.setViewportSize(window)
      heightWhileLoading[window.width] = await heightOf()
    }
    await answer()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText('Lade Seite …')).toHaveCount(0)
    for (const { width, height } of WINDOWS) {
      await page.setViewportSize({ width, height })
      const before = heightWhileLoading[width] ?? 0
      await softly
        .poll(async () => Math.abs((await heightOf()) / before - 1), {
          message: `${path} at ${width} px, first ${before} px high`,
          timeout: 10_000,
        })
        .toBeLessThan(most)
    }
  }
})

test('working hours are typed, copied and saved', async ({ page, portal, colleaguePuts }) => {
  /** The blocks of Saturday, in minutes since midnight. */
  const hoursOfSaturday = () => readWeek(portal.ctx())[6]
  await openAdminPage(page, '/admin/settings/working-hours', 'Arbeitszeiten')
  await test.step('impossible times are refused', async () => {
    await page.getByLabel('Montag Block 1 Ende').fill('7')
    await page.getByLabel('Samstag Block 1 Start').fill('neun')
    await page.getByLabel('Samstag Block 1 Ende').fill('12')
    await save(page)
    await expectText(page, 'Montag Block 1: Ende muss nach dem Start liegen.')
    await expectText(page, 'Samstag Block 1: Ungültige Zeitangabe.')
  })

  await test.step('the hours of a day are copied to others', async () => {
    await page.getByLabel('Montag Block 1 Ende').fill('1230')
    await page.getByRole('button', { name: 'Zeiten von Montag auf andere Tage übertragen' }).click()
    await page.getByRole('button', { name: 'Übertragen', exact: true }).click()
    await page.getByRole('button', { name: 'Samstag schließen' }).click()
    await save(page)
    await expectText(page, 'Arbeitszeiten gespeichert.')
    await expect(page.getByLabel('Freitag Block 1 Ende')).toHaveValue('12:30')
    expect(hoursOfSaturday()).toEqual([])
  })

  await test.step('Enter completes the time that is being typed, and saves', async () => {
    await page.getByLabel('Samstag Block 1 Start').fill('9')
    await page.getByLabel('Samstag Block 1 Ende').fill('1130')
    await expect(page.getByText('Arbeitszeiten gespeichert.')).toBeHidden()
    await page.keyboard.press('Enter')
    await expectText(page, 'Arbeitszeiten gespeichert.')
    await expect(page.getByLabel('Samstag Block 1 Ende')).toHaveValue('11:30')
    expect(hoursOfSaturday()).toEqual([[9 * 60, 11.5 * 60]])
  })

  await test.step('the hours of a colleague are shown and taken over', async () => {
    await colleaguePuts('/settings/working-hours', {
      workingHours: { 1: [{ start: '09:00', end: '11:00' }] },
    })
    await page.getByLabel('Sonntag Block 1 Start').fill('9')
    await page.getByLabel('Sonntag Block 1 Ende').fill('10')
    await save(page)
    await expectText(page, CONFLICT)
    await expectText(page, 'Montag: 09:00–11:00')
    await page.getByRole('button', { name: 'Andere Fassung laden' }).click()
    await expect(page.getByLabel('Montag Block 1 Start')).toHaveValue('09:00')
  })
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
