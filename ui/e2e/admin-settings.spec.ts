import type { Page } from 'playwright/test'
import { signsIn } from './assistant.ts'
import { expect } from './portal.ts'
import { test } from './providers.ts'
import { colleaguePuts, opens, saves, sees } from './settings.ts'

test.beforeEach(async ({ page, portal }) => {
  await signsIn(page, portal)
})

/** Answers the browser's own questions, and tells what was asked. */
function answersQuestions(page: Page, accept: boolean): string[] {
  const asked: string[] = []
  page.removeAllListeners('dialog')
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void (accept ? dialog.accept() : dialog.dismiss())
  })
  return asked
}

test('what was not saved is not lost by a press on something else', async ({ page }) => {
  await opens(page, '/admin/settings/practice', 'Praxisdaten')
  await page.getByLabel('Telefon').fill('+43 5572 000011')
  const refused = answersQuestions(page, false)
  await page.getByRole('link', { name: 'Allgemein' }).click()
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(page.getByLabel('Telefon')).toHaveValue('+43 5572 000011')
  expect(refused).toEqual([
    'Ihre Änderungen sind noch nicht gespeichert. Seite trotzdem verlassen?',
    'Ihre Änderungen sind noch nicht gespeichert. Trotzdem neu laden?',
  ])
  answersQuestions(page, true)
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(page.getByLabel('Telefon')).toHaveValue('+43 5572 000000')
  const nothingToLose = answersQuestions(page, false)
  await page.getByRole('link', { name: 'Allgemein' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Allgemein' })).toBeVisible()
  expect(nothingToLose).toEqual([])
})

test('saving twice in a row works, and "gespeichert" goes once somebody types on', async ({
  page,
  portal,
}) => {
  await opens(page, '/admin/settings/practice', 'Praxisdaten')
  for (const phone of ['+43 5572 000011', '  +43 5572 000022 ']) {
    await page.getByLabel('Telefon').fill(phone)
    await saves(page)
    await sees(page, 'Praxisdaten gespeichert.')
    await expect(page.getByLabel('Telefon')).toHaveValue(phone.trim())
  }
  await page.getByLabel('Telefon').fill('+43')
  await expect(page.getByText('Praxisdaten gespeichert.')).toBeHidden()
  expect(portal.rows(`select value from settings where name = 'practice.phone'`)).toEqual([
    { value: '"+43 5572 000022"' },
  ])
})

test('a page that could not be loaded is there after another try', async ({ page, portal }) => {
  await page.route('**/api/admin/settings/urls', (route) => route.abort(), { times: 3 })
  await page.goto('/admin/settings/urls')
  await sees(page, 'URL-Einstellungen konnten nicht geladen werden.')
  await sees(page, 'Keine Verbindung. Bitte prüfen Sie Ihr Internet und versuchen Sie es noch einmal.')
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(page.getByLabel(/PUBLIC_BASE_URL/)).toBeVisible()
  await portal.stop()
  await page.getByLabel(/PUBLIC_BASE_URL/).fill('https://termine.ordination.example')
  await saves(page)
  await sees(page, 'Keine Verbindung. Bitte prüfen Sie Ihr Internet und versuchen Sie es noch einmal.')
  await portal.start()
  await saves(page)
  await sees(page, 'Einstellungen gespeichert.')
})

test('a secret never comes back; empty keeps it, and it goes only when told to', async ({ page, portal }) => {
  const stored = () =>
    portal.rows<{ value: string }>(`select value from settings where name = 'general.TURNSTILE_SECRET'`)
  const secret = page.getByLabel(/TURNSTILE_SECRET/)
  await opens(page, '/admin/settings/general', 'Allgemein')
  await sees(page, 'Noch nicht gespeichert.')
  await secret.fill('ein-geheimes-secret')
  await saves(page)
  await sees(page, 'Einstellungen gespeichert.')
  await expect(secret).toHaveValue('')
  await expect(secret).toHaveAttribute('placeholder', 'gespeichert')
  const sealed = stored()
  expect(JSON.stringify(sealed)).not.toContain('geheim')
  await page.getByLabel('notify_reason').fill('Urlaub')
  await saves(page)
  await sees(page, 'Einstellungen gespeichert.')
  expect(stored()).toEqual(sealed)
  await page.getByRole('button', { name: 'Gespeicherten Wert entfernen' }).click()
  await page.getByRole('button', { name: 'Doch behalten' }).click()
  await page.getByRole('button', { name: 'Gespeicherten Wert entfernen' }).click()
  await saves(page)
  await sees(page, 'Noch nicht gespeichert.')
  expect(stored()).not.toEqual(sealed)
  await page.reload()
  await sees(page, 'Noch nicht gespeichert.')
})

test('a closed booking is told to patients at once, in words and with the hour', async ({
  page,
  browser,
}) => {
  await opens(page, '/admin/settings/general', 'Allgemein')
  await page.getByLabel('Online-Buchung geschlossen').check()
  await page.getByLabel('Voraussichtlich bis').fill('2027-01-12T18:00')
  await page.getByLabel('Nachricht an die Patienten').fill('Wir sind auf Urlaub.')
  await saves(page)
  await sees(page, 'Einstellungen gespeichert.')
  const patient = await (await browser.newContext()).newPage()
  await patient.goto(new URL('/', page.url()).href)
  await sees(patient, 'Wir sind auf Urlaub.')
  await sees(patient, 'Das dauert voraussichtlich bis Dienstag, 12. Jänner 2027, 18:00 Uhr.')
  await page.reload()
  await expect(page.getByLabel('Voraussichtlich bis')).toHaveValue('2027-01-12T18:00')
})

test('a number field that holds no number is not taken for an empty one', async ({ page, portal }) => {
  await opens(page, '/admin/settings/general', 'Allgemein')
  await page.getByLabel(/maxBookingDays/).pressSequentially('1e')
  await saves(page)
  await sees(page, 'maxBookingDays muss eine Zahl sein.')
  await expect(page.getByLabel(/maxBookingDays/)).toBeFocused()
  expect(portal.rows(`select name from settings where name like 'general.%'`)).toEqual([])
})

test('a second service with the same id is refused, also when it is only a moment old', async ({
  page,
  portal,
}) => {
  const price = () => portal.rows(`select price_cents from services where id = 'neu'`)
  await opens(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Neuer Service' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Neu')
  await page.getByLabel('ID', { exact: true }).fill('facial')
  await saves(page)
  await sees(page, 'Diese ID gibt es schon.')
  await page.getByLabel('ID', { exact: true }).fill('neu')
  await colleaguePuts(page, '/services', { service: { id: 'neu', name: 'Neues', price: 50 } })
  await saves(page)
  await sees(page, 'Diese Angaben wurden inzwischen von jemand anderem geändert.')
  expect(price()).toEqual([{ price_cents: 5000 }])
})

test('a service that somebody has deleted can be saved again or given up', async ({ page, portal }) => {
  await opens(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  await page.getByLabel('Preis').fill('80')
  portal.rows(`delete from services where id = 'akupunktur' returning id`)
  await saves(page)
  await sees(page, 'Inzwischen gelöscht.')
  answersQuestions(page, false)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Preis')).toHaveValue('80')
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click()
  await sees(page, 'Service "Akupunktur" gespeichert.')
  await page.getByRole('button', { name: 'Service "Facial" löschen' }).click()
  portal.rows(`delete from services where id = 'facial' returning id`)
  await page.getByRole('button', { name: '"Facial" löschen', exact: true }).click()
  await sees(page, 'Diese Leistung gibt es nicht mehr.')
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click()
  await expect(page.getByRole('button', { name: 'Facial', exact: true })).toBeHidden()
})

test('what somebody has changed meanwhile is deleted only when asked a second time', async ({
  page,
  portal,
}) => {
  await opens(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Service "Facial" löschen' }).click()
  await colleaguePuts(page, '/services', { service: { id: 'facial', name: 'Facial', price: 150 } })
  await page.getByRole('button', { name: '"Facial" löschen', exact: true }).click()
  await sees(page, 'Diese Angaben wurden inzwischen von jemand anderem geändert.')
  expect(portal.rows(`select id from services where id = 'facial'`)).toHaveLength(1)
  await page.getByRole('button', { name: '"Facial" trotzdem löschen' }).click()
  await sees(page, 'Service "facial" gelöscht.')
  expect(portal.rows(`select id from services where id = 'facial'`)).toEqual([])
})

test('a practice with one provider only saves that one, and nothing goes out before', async ({
  page,
  portal,
}) => {
  const puts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(new URL(request.url()).pathname)
  })
  await opens(page, '/admin/settings/sms', 'SMS Provider')
  await page.getByLabel(/CLICKSEND_USERNAME/).fill('  demo ')
  await page.getByLabel(/CLICKSEND_PWD/).fill(' demo-key ')
  await page.getByLabel(/CLICKSEND_FROM/).fill(' Ordination ')
  await saves(page)
  await sees(page, 'seven.io Key fehlt. seven.io Absender fehlt.')
  expect(puts).toEqual([])
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Nur ClickSend speichern' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    CLICKSEND_USERNAME: 'demo',
    CLICKSEND_PWD: ' demo-key ',
    CLICKSEND_FROM: 'Ordination',
  })
  await sees(page, 'ClickSend: SMS-Provider-Einstellungen gespeichert.')
  expect(puts).toEqual(['/api/admin/settings/clicksend'])
  expect(portal.rows(`select name from settings where name like 'sevenio.%'`)).toEqual([])
})

test('both providers are saved side by side, then settings and balances are asked for anew', async ({
  page,
  providers,
}) => {
  await opens(page, '/admin/settings/sms', 'SMS Provider')
  for (const provider of [
    'CLICKSEND_USERNAME',
    'CLICKSEND_PWD',
    'CLICKSEND_FROM',
    'SEVENIO_KEY',
    'SEVENIO_FROM',
  ])
    await page.getByLabel(new RegExp(provider)).fill(/PWD|KEY/.test(provider) ? 'demo-key' : 'demo')
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/clicksend|sevenio/.test(pathname)) calls.push(`${request.method()} ${pathname.slice(11)}${search}`)
  })
  await saves(page)
  await sees(page, 'SMS-Provider-Einstellungen gespeichert.')
  await expect(page.getByText(/^Stand /)).toHaveCount(2)
  expect(calls.slice(0, 2).sort()).toEqual(['PUT settings/clicksend', 'PUT settings/sevenio'])
  expect(calls.slice(2).sort()).toEqual([
    'GET settings/clicksend',
    'GET settings/sevenio',
    'GET sms/clicksend/balance?fresh=1',
    'GET sms/sevenio/balance?fresh=1',
  ])
  providers.sevenio.account.amount = 3.2
  await page.getByRole('button', { name: 'Guthaben bei seven.io abfragen' }).click()
  await expect(page.getByText('Wird abgefragt …')).toBeHidden()
})

test('one provider’s failure does not hide that the other is saved', async ({ page }) => {
  await opens(page, '/admin/settings/sms', 'SMS Provider')
  for (const provider of ['CLICKSEND_USERNAME', 'CLICKSEND_FROM', 'SEVENIO_KEY', 'SEVENIO_FROM'])
    await page.getByLabel(new RegExp(provider)).fill('demo')
  await page.route('**/api/admin/settings/sevenio', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await saves(page)
  await sees(page, 'seven.io: Request failed with status 500')
  await page.getByLabel(/CLICKSEND_FROM/).fill('Praxis')
  const asked = answersQuestions(page, false)
  await page.getByRole('link', { name: 'Odoo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SMS Provider' })).toBeVisible()
  expect(asked).toHaveLength(1)
  await page.getByLabel(/CLICKSEND_FROM/).fill('demo')
  await sees(page, 'ClickSend: SMS-Provider-Einstellungen gespeichert.')
  await expect(page.getByLabel(/SEVENIO_FROM/)).toHaveValue('demo')
})

test('hours are sent as they are meant, also with Enter in the middle of typing', async ({
  page,
  portal,
}) => {
  await opens(page, '/admin/settings/working-hours', 'Arbeitszeiten')
  await page.getByLabel('Samstag Block 1 Start').fill('9')
  await page.getByLabel('Samstag Block 1 Ende').fill('1130')
  await page.keyboard.press('Enter')
  await sees(page, 'Arbeitszeiten gespeichert.')
  await expect(page.getByLabel('Samstag Block 1 Ende')).toHaveValue('11:30')
  expect(portal.rows('select start_min, end_min from working_hours where weekday = 6')).toEqual([
    { start_min: 540, end_min: 690 },
  ])
})

test('a service is opened, mended and saved by keyboard alone', async ({ page }) => {
  await opens(page, '/admin/services', 'Services & Preise')
  const name = page.getByRole('button', { name: 'Erstordination', exact: true })
  for (let i = 0; i < 60 && !(await name.evaluate((button) => button === document.activeElement)); i++)
    await page.keyboard.press('Tab')
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Erstordination' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  const price = dialog.getByLabel('Preis')
  for (let i = 0; i < 20 && !(await price.evaluate((input) => input === document.activeElement)); i++)
    await page.keyboard.press('Tab')
  await expect(price).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('-1')
  await page.keyboard.press('Enter')
  await sees(page, 'Preis muss eine nicht-negative Zahl sein.')
  await expect(price).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('185,50')
  await page.keyboard.press('Enter')
  await sees(page, 'Service "Erstordination" gespeichert.')
  await sees(page, /€\s185,50/)
})
