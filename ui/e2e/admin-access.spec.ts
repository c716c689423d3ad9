import type { Page } from 'playwright/test'
import { insertMessage } from '../../src/messaging/outbox/queue.ts'
import { markFirstStep } from '../../src/operation/first-steps.ts'
import { writeSettings } from '../../src/practice/settings.ts'
import { codeOf } from '../../src/testing/admins.ts'
import { ADMIN, test as adminTest } from './fixtures/admin.ts'
import { addFailures } from './fixtures/messages.ts'
import { photograph } from './fixtures/photograph.ts'
import { expect, test } from './fixtures/portal.ts'

const MINUTE = 60_000
const NEW_PASSWORD = 'sieben Igel rollen bergab'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function enterPassword(page: Page, password: string): Promise<void> {
  await page.goto(`/admin/login?email=${ADMIN.email}`)
  await field(page, 'Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

test('an assistant signs in and out, and the audit says so', async ({ page }) => {
  await page.goto('/admin/outbox')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(field(page, 'E-Mail')).toBeFocused()
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('E-Mail ist erforderlich.')).toBeVisible()
  await expect(page.getByText('Passwort ist erforderlich.')).toBeVisible()

  await page.goto(`/admin/login?email=${ADMIN.email}`)
  await expect(field(page, 'E-Mail')).toHaveValue(ADMIN.email)
  await expect(field(page, 'Passwort')).toBeFocused()
  await enterPassword(page, 'ganz bestimmt falsch')
  await expect(page.getByRole('alert').getByText('Login fehlgeschlagen.')).toBeVisible()
  await field(page, 'E-Mail').fill(ADMIN.email)
  await field(page, 'Passwort').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByText(ADMIN.name).first()).toBeVisible()
  await page.goto('/admin/login')
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto('/admin/gibt-es-nicht')
  await expect(page).toHaveURL(/\/admin$/)

  await page.goto('/admin/audit')
  const table = page.getByRole('table', { name: 'Protokoll' })
  await expect(table.getByText(`${ADMIN.name} hat sich angemeldet.`)).toBeVisible()
  await expect(table.getByText('Jemand ist an der Anmeldung gescheitert')).toBeVisible()

  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(field(page, 'Passwort')).toBeVisible()
  await expect(page.getByText('Ihre Sitzung ist abgelaufen')).toBeHidden()
})

adminTest(
  'a session that has expired while the page was closed leads to the login',
  async ({ page, session }) => {
    await page.addInitScript((ended) => localStorage.setItem('ordi_admin_session', JSON.stringify(ended)), {
      ...session,
      expiresAt: new Date(Date.now() - MINUTE).toISOString(),
    })
    await page.goto('/admin/outbox')
    await expect(page).toHaveURL(/\/admin\/login$/)
    await expect(page.getByText('Ihre Sitzung ist abgelaufen oder wurde beendet.')).toBeVisible()
    await expect(field(page, 'E-Mail')).toHaveValue(ADMIN.email)
  },
)

test('after five wrong passwords the login page says how long to wait', async ({ page, portal }) => {
  for (let failure = 1; failure <= 5; failure++) {
    const answer = await page.request.post('/api/admin/login', {
      data: { email: ADMIN.email, password: `falsch ${failure}` },
    })
    expect(answer.status()).toBe(401)
  }
  await enterPassword(page, ADMIN.password)
  await expect(page.getByRole('alert')).toContainText('Zu viele Anfragen.')
  await expect(page.getByRole('alert')).toContainText(/In 1[45] Minuten geht es wieder\./)
  expect(portal.rows('select * from sessions')).toEqual([])
})

const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Anmelden', exact: true })

/** Fills the form that a page with a new, unsaved feed has. */
async function typeFeedTitle(page: Page): Promise<void> {
  await page.goto('/admin/feeds')
  await field(page, 'Titel').fill('Handy der Ordination')
}

/** Tells the page that its session has so many milliseconds left, as another tab would. */
async function endSessionIn(page: Page, session: object, left: number, isLongest = false): Promise<void> {
  const expiresAt = new Date(Date.now() + left).toISOString()
  await page.evaluate(
    (ending) => {
      localStorage.setItem('ordi_admin_session', JSON.stringify(ending))
      dispatchEvent(new StorageEvent('storage', { key: 'ordi_admin_session' }))
    },
    { ...session, expiresAt, ...(isLongest && { lastsUntil: expiresAt }) },
  )
}

adminTest(
  'before a session expires the page says so, and then asks for a sign-in',
  async ({ page, session }) => {
    await typeFeedTitle(page)
    await endSessionIn(page, session, 6_000, true)
    const warning = page.getByRole('dialog', { name: 'Bitte bald neu anmelden' })
    await expect(warning).toContainText('Was Sie eingetragen haben, bleibt.')
    await warning.getByRole('button', { name: 'Später' }).click()
    await expect(warning).toBeHidden()
    await expect(signInDialog(page)).toContainText('Ihre Sitzung ist abgelaufen oder wurde beendet.')
    expect(await page.evaluate(() => localStorage.getItem('ordi_admin_session'))).toBeNull()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(field(page, 'Passwort')).toBeFocused()
    await expect(field(page, 'Titel')).toHaveValue('Handy der Ordination')
    await signInDialog(page).getByRole('button', { name: 'Abmelden' }).click()
    await expect(page).toHaveURL(/\/admin\/login$/)
    await page.getByRole('link', { name: 'Zurück zur Buchungsseite' }).click()
    await expect(page.getByRole('heading', { name: 'Ist das Ihr erster Besuch bei uns?' })).toBeVisible()
  },
)

adminTest('who has asked nothing for long can stay signed in', async ({ page, session }) => {
  let doesExtensionFail = true
  await page.route('**/api/admin/session', (route) =>
    doesExtensionFail ? route.fulfill({ status: 503, json: { error: 'unavailable' } }) : route.continue(),
  )
  await typeFeedTitle(page)
  await endSessionIn(page, session, 1.5 * MINUTE)
  const warning = page.getByRole('dialog', { name: 'Noch angemeldet bleiben?' })
  await expect(warning).toContainText(/in 1:[12]\d Minuten/)
  const ink = await warning.getByRole('heading').evaluate((heading) => getComputedStyle(heading).color)
  await expect(warning.getByText('Ihre Sitzung endet')).toHaveCSS('color', ink)
  await warning.getByRole('button', { name: 'Angemeldet bleiben' }).click()
  await expect(warning.getByRole('alert')).toBeVisible()
  doesExtensionFail = false
  await warning.getByRole('button', { name: 'Angemeldet bleiben' }).click()
  await expect(warning).toBeHidden()
  await expect(field(page, 'Titel')).toHaveValue('Handy der Ordination')
})

adminTest(
  'a session that the server no longer knows ends over the page, which goes on after the sign-in',
  async ({ page, portal }) => {
    // A call right after the first `page.route` of an open page could pass by it, so both come first.
    let [doesFeedFail, doesLoginFail] = [true, true]
    await page.route('**/api/admin/feeds', (route) =>
      doesFeedFail && route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.continue(),
    )
    await page.route('**/api/admin/login', (route) =>
      doesLoginFail ? route.fulfill({ status: 503, body: 'restarting' }) : route.continue(),
    )
    await typeFeedTitle(page)
    const other = await page.context().newPage()
    await other.goto('/admin/outbox')
    await expect(other.getByText('Keine E-Mail-Einträge vorhanden.')).toBeVisible()
    await page.getByRole('button', { name: 'Abo anlegen' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '503' })).toBeVisible()
    await expect(field(page, 'Titel')).toHaveValue('Handy der Ordination')
    doesFeedFail = false
    portal.rows('delete from sessions')
    await page.getByRole('button', { name: 'Abo anlegen' }).click()
    await expect(signInDialog(page)).toContainText('Was Sie eingetragen haben, bleibt.')
    await expect(signInDialog(other)).toBeVisible()
    await expect(field(page, 'E-Mail')).toHaveValue(ADMIN.email)
    await expect(field(page, 'Passwort')).toBeFocused()
    await page.keyboard.type(ADMIN.password)

    await page.keyboard.press('Enter')
    await expect(signInDialog(page).getByRole('alert')).not.toBeEmpty()
    await expect(field(page, 'Passwort')).toHaveValue(ADMIN.password)
    doesLoginFail = false
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()

    await expect(signInDialog(page)).toBeHidden()
    await expect
      .poll(() => portal.rows('select title from feeds'))
      .toEqual([{ title: 'Handy der Ordination' }])
    await expect(signInDialog(other)).toBeHidden()
    await expect(other).toHaveURL(/\/admin\/outbox$/)
  },
)

adminTest(
  'who signs in after somebody else sees the start page and nothing of theirs',
  async ({ page, portal }) => {
    portal.rows(
      `insert into admins (email, name, password_hash, role, created_at, updated_at)
     select 'resi@ordination.example', 'Resi Helferin', password_hash, 'assistant', created_at, updated_at from admins`,
    )
    await typeFeedTitle(page)
    portal.rows('delete from sessions')
    await page.getByRole('button', { name: 'Abo anlegen' }).click()
    await field(page, 'E-Mail').fill('resi@ordination.example')
    await expect(signInDialog(page)).toContainText(`Das ist nicht ${ADMIN.name}.`)
    await field(page, 'Passwort').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin$/)
    await expect(page.getByText('Resi Helferin')).toBeVisible()
    await page.getByRole('link', { name: 'Kalender-Abo' }).click()
    await expect(field(page, 'Titel')).toHaveValue('')
    expect(portal.rows('select title from feeds')).toEqual([])
  },
)

adminTest(
  'signing out ends the session on the server and in the other tab',
  async ({ page, portal, session }) => {
    await page.goto('/admin/account')
    await expect(page.getByText('dieses Gerät')).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/admin/outbox')
    await expect(other.getByRole('heading', { level: 1, name: 'Outbox Monitor' })).toBeVisible()
    const headers = { Authorization: `Bearer ${session.token}` }
    const status = async () => (await page.request.get('/api/admin/session', { headers })).status()
    expect(await status()).toBe(200)

    await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/login$/)
    await expect(other).toHaveURL(/\/admin\/login$/)
    await expect.poll(status).toBe(401)
    expect(portal.rows('select * from sessions')).toEqual([])
  },
)

adminTest(
  'the audit is read page by page, and narrowed by person, kind and day',
  async ({ page, portal }) => {
    for (let i = 1; i <= 120; i++)
      portal.rows(
        `insert into audit (at, actor, actor_name, action, subject) values (?, 'admin', ?, 'service-saved', ?)`,
        ...[Date.now() + i, ADMIN.email, i === 120 ? 'facial' : `service-${i}`],
      )
    await page.goto('/admin/audit')
    const rows = page.getByRole('row')
    await expect(rows).toHaveCount(51)
    await expect(rows.nth(1)).toContainText(`${ADMIN.name} hat den Service facial gespeichert.`)
    await page.getByRole('link', { name: 'facial' }).click()
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Facial')
    await page.goBack()
    const more = page.getByRole('button', { name: 'Weitere laden' })
    await more.click()
    await expect(rows).toHaveCount(101)
    await more.click()
    // With the first admin and the sign-in.
    await expect(rows).toHaveCount(123)
    await expect(rows.last()).toContainText('hat den Zugang')
    await expect(more).toHaveCount(0)
    await page.getByLabel('Art').selectOption('Anmeldung und Zugänge')
    await expect(rows).toHaveCount(3)
    await page.getByLabel('Person').selectOption(ADMIN.name)
    await expect(rows).toHaveCount(2)
    await page.getByLabel('Tag').fill('1.1.2020')
    await page.getByLabel('Tag').press('Enter')
    await expect(page.getByText('Dazu steht nichts im Protokoll.')).toBeVisible()
    await expect(page).toHaveURL(/\?kind=access&actor=gerda%40ordination\.example&on=2020-01-01$/)
  },
)

adminTest('the password is changed, and other devices are signed out', async ({ page, portal }) => {
  portal.rows(
    `insert into sessions (token, admin_id, device, created_at, seen_at)
     select 'other', admin_id, ?, created_at, seen_at from sessions`,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605',
  )
  await page.goto('/admin/account')
  await expect(page.getByText('Safari auf iPhone')).toBeVisible()

  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await expect(page.getByText('Bitte das bisherige Passwort eingeben.')).toBeVisible()
  await field(page, 'Bisheriges Passwort').fill('ganz bestimmt falsch')
  await field(page, 'Neues Passwort').fill(`${ADMIN.email} 2027`)
  await expect(page.getByText('Das Passwort darf weder Ihre E-Mail-Adresse noch')).toBeVisible()
  await field(page, 'Neues Passwort').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Eingabe anzeigen' }).last().click()
  await expect(field(page, 'Neues Passwort')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await expect(page.getByText('Das bisherige Passwort stimmt nicht.')).toBeVisible()
  await expect(field(page, 'Bisheriges Passwort')).toBeFocused()

  await page.getByRole('button', { name: 'Alle anderen abmelden' }).click()
  const question = page.getByRole('dialog', { name: 'Alle anderen Geräte abmelden?' })
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Safari auf iPhone abmelden' }).click()
  await page
    .getByRole('dialog', { name: '„Safari auf iPhone“ abmelden?' })
    .getByRole('button', { name: 'Gerät abmelden' })
    .click()
  await expect(page.getByText('Sonst sind Sie nirgends angemeldet.')).toBeVisible()
  expect(portal.rows('select id from sessions')).toHaveLength(1)

  await field(page, 'Bisheriges Passwort').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await expect(page.getByText('Passwort geändert.')).toBeVisible()
  await expect(field(page, 'Neues Passwort')).toHaveValue('')
  const signIn = async (password: string) =>
    (await page.request.post('/api/admin/login', { data: { email: ADMIN.email, password } })).status()
  expect(await signIn(ADMIN.password)).toBe(401)
  expect(await signIn(NEW_PASSWORD)).toBe(200)
})

adminTest('a second factor is set up, required and switched off again', async ({ page }) => {
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Authenticator-App einrichten' }).click()
  await field(page, 'Ihr Passwort').fill('ganz bestimmt falsch')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText('Das Passwort stimmt nicht.').first()).toBeVisible()
  await field(page, 'Ihr Passwort').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('heading', { name: '1. In der App hinzufügen' })).toBeFocused()
  await expect(page.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible()
  const uri = await page.getByRole('link', { name: 'öffnen Sie sie hier' }).getAttribute('href')
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
  await expect(page.getByText(secret.replace(/.{4}(?=.)/g, '$& '))).toBeVisible()

  const code = field(page, 'Code der Authenticator-App')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Einschalten' }).click()
  await expect(page.getByText('Dieser Code stimmt nicht.').first()).toBeVisible()
  const used = codeOf(secret)
  await code.fill(used)
  await page.getByRole('button', { name: 'Einschalten' }).click()
  await expect(page.getByRole('heading', { name: 'Ersatzcodes' })).toBeFocused()
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[\w-]{14}$/ })
    .allTextContents()
  expect(codes).toHaveLength(10)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(codes[9] ?? '')).toBeVisible()
  await expect(page.getByText('Angemeldete Geräte')).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
  await expect(page.getByText('eingeschaltet', { exact: true })).toBeVisible()
  await expect(page.getByRole('list').filter({ hasText: 'Authenticator-App' })).toBeFocused()

  await page.getByRole('button', { name: 'Abmelden' }).first().click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await enterPassword(page, ADMIN.password)
  await expect(code).toBeFocused()
  await code.fill(used)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login fehlgeschlagen.'), 'each code works once').toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin$/)

  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Authenticator-App ausschalten' }).click()
  const question = page.getByRole('dialog', { name: 'Authenticator-App ausschalten?' })
  await question.getByLabel('Ihr Passwort', { exact: true }).fill(ADMIN.password)
  await question.getByRole('button', { name: 'Authenticator-App ausschalten' }).click()
  await expect(question.getByText('Bitte den Code eingeben.')).toBeVisible()
  await question.getByLabel('Code der Authenticator-App', { exact: true }).fill(codes[1] ?? '')
  await question.getByRole('button', { name: 'Authenticator-App ausschalten' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Authenticator-App einrichten' })).toBeVisible()
})

adminTest(
  'a passkey is added, signs in without a password, and confirms its own removal',
  async ({ page }) => {
    const authenticator = await page.context().newCDPSession(page)
    await authenticator.send('WebAuthn.enable')
    await authenticator.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto('/admin/account')
    await page.getByRole('button', { name: 'Passkey anlegen' }).click()
    await expect(field(page, 'Name des Passkeys')).toBeFocused()
    await page.keyboard.type('Laptop')
    await field(page, 'Ihr Passwort').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Ersatzcodes' })).toBeFocused()
    await page.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
    await expect(page.getByText('noch nie verwendet')).toBeVisible()

    await page.getByRole('button', { name: 'Abmelden' }).first().click()
    await expect(page).toHaveURL(/\/admin\/login$/)
    await enterPassword(page, ADMIN.password)
    await expect(page.getByRole('alert')).toContainText('Bitte melden Sie sich mit Ihrem Passkey an')
    await expect(field(page, 'Ersatzcode')).toBeVisible()
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
    await expect(page).toHaveURL(/\/admin$/)

    await page.goto('/admin/account')
    await expect(page.getByText('zuletzt verwendet heute')).toBeVisible()
    await page.getByRole('button', { name: 'Passkey „Laptop“ entfernen' }).click()
    const question = page.getByRole('dialog', { name: 'Passkey „Laptop“ entfernen?' })
    await question.getByLabel('Ihr Passwort', { exact: true }).fill(ADMIN.password)
    await question.getByRole('button', { name: 'Passkey „Laptop“ entfernen' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText('zuletzt verwendet')).toBeHidden()
  },
)

adminTest(
  'recovery codes stay until they are kept, also when the second factor was the last of the first steps',
  async ({ page, portal }) => {
    const ctx = portal.ctx()
    portal.rows(`delete from settings where name = 'first-steps'`)
    markFirstStep(ctx, 'holidays', 'confirmed')
    writeSettings(ctx, 'general', { backup_recipient: 'age1' })
    insertMessage(ctx, { channel: 'email', kind: 'test', recipient: 'a@b.at', text: '' }, { status: 'sent' })

    await page.goto('/admin/erste-schritte')
    await page.getByRole('button', { name: 'Authenticator-App einrichten' }).click()
    await expect(page.getByRole('button', { name: 'Überspringen' })).toBeHidden()
    await field(page, 'Ihr Passwort').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Weiter' }).click()
    const uri = await page.getByRole('link', { name: 'öffnen Sie sie hier' }).getAttribute('href')
    await field(page, 'Code der Authenticator-App').fill(
      codeOf(new URL(uri ?? '').searchParams.get('secret') ?? ''),
    )
    await page.getByRole('button', { name: 'Einschalten' }).click()
    await expect(page.getByRole('heading', { name: 'Ersatzcodes' })).toBeFocused()
    // Coming back from another window loads everything again.
    const loaded = page.waitForResponse('**/api/admin/first-steps')
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    expect(await (await loaded).json()).toEqual({ first_steps: null })
    await expect(page.getByRole('heading', { name: 'Ersatzcodes' })).toBeVisible()
    await page.getByRole('button', { name: 'Ich habe die Codes aufbewahrt' }).click()
    await page.getByRole('button', { name: 'Weiter' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Fertig' })).toBeFocused()
  },
)

adminTest(
  'a doctor invites an assistant, who sees the pages of the own role without a refused request, as technik does later',
  async ({ page, portal, browser }) => {
    await page.goto('/admin/people')
    await page.getByRole('button', { name: `${ADMIN.name} bearbeiten` }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Dr. Gerda Testner')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner').getByText('Dr. Gerda Testner')).toBeVisible()
    await page.getByRole('button', { name: 'Person einladen' }).click()
    await page.keyboard.type('Rosa Helferin')
    await field(page, 'E-Mail').fill('Rosa@Ordination.example')
    await expect(field(page, 'Rolle')).toHaveValue('assistant')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByText(/^eingeladen bis/)).toBeVisible()

    const [mail] = portal.rows<{ text: string }>(`select text from messages where kind = 'invitation'`)
    // A browser in which the doctor is signed in, too.
    const assistant = await (await browser.newContext()).newPage()
    const refused: string[] = []
    assistant.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
    })
    await assistant.goto(/https?:\/\/\S+\/admin\/invitation\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    await expect(field(assistant, 'Ihr Name')).toHaveValue('Rosa Helferin')
    await field(assistant, 'Neues Passwort').fill(NEW_PASSWORD)
    await assistant.keyboard.press('Enter')
    await assistant.getByRole('link', { name: 'Zur Anmeldung' }).click()
    await field(assistant, 'Passwort').fill(NEW_PASSWORD)
    await assistant.keyboard.press('Enter')
    await expect(assistant.getByText('Rosa Helferin')).toBeVisible()

    const links = assistant
      .getByRole('navigation', { name: 'Verwaltung' })
      .getByRole('listitem')
      .getByRole('link')
    const opensItsPages = async (titles: readonly string[]) => {
      await expect(links).toHaveText(titles)
      for (const title of titles) {
        await links.filter({ hasText: title }).click()
        await expect(links.filter({ hasText: title })).toHaveAttribute('aria-current', 'page')
        await expect(assistant.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(assistant.getByText(/^Lade /)).toHaveCount(0)
      }
    }
    await opensItsPages([
      'Übersicht',
      'Termine',
      'Warteliste',
      'Abwesenheiten',
      'Outbox Monitor',
      'Mein Zugang',
      'Kalender-Abo',
      'Hilfe',
    ])
    await assistant.getByRole('button', { name: 'Termin eintragen' }).click()
    await expect(assistant.getByRole('dialog').getByLabel('Leistung')).toContainText('Erstordination')
    await assistant.goto('/admin/settings/general')
    await expect(assistant.getByRole('heading', { name: 'Mit Ihrem Zugang nicht möglich' })).toBeVisible()
    expect(refused).toEqual([])

    await page.getByRole('button', { name: 'Rosa Helferin bearbeiten' }).click()
    await field(page, 'Rolle').selectOption('technik')
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText('Technik, rosa@ordination.example')).toBeVisible()
    await assistant.goto('/admin/login')
    await field(assistant, 'E-Mail').fill('rosa@ordination.example')
    await field(assistant, 'Passwort').fill(NEW_PASSWORD)
    await assistant.keyboard.press('Enter')
    await expect(assistant.getByRole('heading', { level: 1, name: 'Zustand der Anlage' })).toBeVisible()
    refused.length = 0
    await assistant.getByRole('button', { name: 'Jetzt sichern' }).click()
    await expect(assistant.getByText(/^Von Hand gesichert: .*, geprüft\.$/)).toBeVisible()
    await expect(assistant.getByText(/^Antwortet auf Port \d+$/)).toBeVisible()
    await photograph(assistant, 'admin-installation')
    await opensItsPages([
      'Praxisdaten',
      'Allgemein',
      'Services & Preise',
      'Arbeitszeiten',
      'E-Mail-Server',
      'SMS Provider',
      'Odoo',
      'URLs & Admin E-Mail',
      'Zustand der Anlage',
      'Versand',
      'Mein Zugang',
      'Hilfe',
    ])
    await expect(assistant.getByRole('button', { name: 'Termin eintragen' })).toHaveCount(0)
    addFailures(portal)
    await assistant.goto('/admin/account')
    await assistant.getByRole('link', { name: /konnten nicht gesendet werden\./ }).click()
    await expect(assistant).toHaveURL(/\/admin\/deliveries\?status=failed$/)
    const [steps] = portal.rows<{ value: string }>(`select value from settings where name = 'first-steps'`)
    portal.rows(`delete from settings where name = 'first-steps'`)
    await assistant.goto('/admin/erste-schritte?step=end')
    await expect(assistant.getByText(/^\d von 8 erledigt\.$/)).toBeVisible()
    portal.rows(`insert into settings (name, value, updated_at) values ('first-steps', ?, 0)`, steps?.value)
    await assistant.goto('/admin/bookings')
    await expect(assistant.getByRole('heading', { name: 'Mit Ihrem Zugang nicht möglich' })).toBeVisible()
    expect(refused).toEqual([])

    await page.getByRole('button', { name: 'Rosa Helferin bearbeiten' }).click()
    await page.getByRole('button', { name: 'Zugang entfernen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Zugang entfernen' }).click()
    await expect(page.getByText('Rosa Helferin')).toHaveCount(0)
    await links.filter({ hasText: 'Versand' }).click()
    await expect(signInDialog(assistant)).toBeVisible()
    await assistant.context().close()
  },
)
