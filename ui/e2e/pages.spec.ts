import type { Locator, Page } from 'playwright/test'
import { bookingSubject, recordAudit } from '../../src/access/audit.ts'
import { saveSettings, writeSettings } from '../../src/practice/settings.ts'
import { getService, saveService } from '../../src/schedule/services.ts'
import { addDays, DAY_LENGTH, HOUR } from '../../src/shared/day.ts'
import { inviteMember } from '../../src/staff/invitations.ts'
import { insertBooking } from '../../src/testing/bookings.ts'
import { ADMIN, test as adminTest, answerDialogs, callApi, openAdminPage, save } from './fixtures/admin.ts'
import {
  addAppointment,
  addBooking,
  addFortnight,
  addWeek,
  closePractice,
  dayFromToday,
  instantAt,
  nextMonday,
} from './fixtures/bookings.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import { addEmails, addSms } from './fixtures/messages.ts'
import { moveServerClock, refuse } from './fixtures/page.ts'
import {
  book,
  chooseNextFree,
  chooseService,
  expectStep,
  fillChild,
  fillContact,
  linkTo,
  openTimes,
  ROSA,
  requestEmailVerification,
  svnrField,
} from './fixtures/patient.ts'
import { expect, type Portal, test } from './fixtures/portal.ts'

// Each page once, at both sizes and in both themes. What the pages do is tested elsewhere.

const MONDAY = nextMonday()

test(
  'the steps of a booking up to the time, and a day on which the practice is closed',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    await page.goto('/')
    await expectStep(page, 1)
    await expect(page.getByRole('link', { name: 'Ansehen, verschieben, absagen' })).toHaveAttribute(
      'href',
      '/meine-termine',
    )
    await look(page, 'booking-1-visit')
    await page.getByRole('button', { name: 'Erstbesuch' }).click()
    await expectStep(page, 2)
    await expect(page.getByRole('button', { name: /Erstordination/ })).toBeVisible()
    await look(page, 'booking-2-service')
    await page.getByRole('button', { name: 'Erstordination' }).click()
    await expectStep(page, 3)
    await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
    const times = page.getByRole('group', { name: /^(Vor|Nach)mittag$/ }).first()
    await expect(times).toBeVisible()
    await look(page, 'booking-3-calendar')
    for (const [width, where] of [
      [1280, 'beside'],
      [700, 'beside'],
      [699, 'below'],
      [360, 'below'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => placeBeside(page.getByRole('grid'), times), `${width} px wide`).toBe(where)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    closePractice(portal, 'Urlaub', MONDAY)
    await page.getByRole('button', { name: 'Liste' }).click()
    const more = page.getByRole('button', { name: 'Mehr Termine anzeigen' })
    await expect(async () => {
      await more.click({ timeout: 1000 })
      await expect(page.getByText(/[Gg]eschlossen.*: Urlaub/)).toBeVisible({ timeout: 500 })
    }).toPass({ intervals: [0] })
    const announced = page.getByRole('status').filter({ hasText: /^\d+ weitere Termine, ab / })
    await expect(announced, 'is announced').toHaveCount(1)
    await look(page, 'booking-3-list')
  },
)

/** Returns where a box is, seen from another one. */
async function placeBeside(other: Locator, box: Locator): Promise<'beside' | 'below'> {
  const [left, right] = [await other.boundingBox(), await box.boundingBox()]
  if (!left || !right) throw new Error('a box is missing')
  return right.x >= left.x + left.width && right.y < left.y + left.height ? 'beside' : 'below'
}

// The field for the birth date asks once for the kind of pointer, so this test begins on the phone, too.
test('the steps of a booking from the contact on', { tag: '@phone' }, async ({ page, portal }) => {
  await openTimes(page)
  await chooseNextFree(page)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText('Vorname ist erforderlich.')).toBeVisible()
  await expect(page.getByText('Was wir damit tun').getByRole('link')).toHaveAttribute('href', '/datenschutz')
  await expect(page.getByLabel('Vorname', { exact: true })).toHaveAttribute('autocomplete', 'given-name')
  await look(page, 'booking-4-errors')
  await fillContact(page)
  await svnrField(page).fill(ROSA.svnr)
  await verifyByLink(page, portal)
  await page.getByRole('checkbox', { name: /Auf diesem Gerät merken/ }).check()
  await look(page, 'booking-4-contact')
  await fillChild(page)
  await look(page, 'booking-4-child')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectStep(page, 5)
  await look(page, 'booking-5-review')
  await book(page)
  await look(page, 'booking-6-done')
})

/** Verifies the e-mail address of the form by the link of the mail, in another tab. */
async function verifyByLink(page: Page, portal: Portal): Promise<void> {
  const mail = await requestEmailVerification(page, portal)
  await look(page, 'email-sent')
  const tab = await page.context().newPage()
  await tab.goto(linkTo(mail, '/email/verify'))
  const confirm = tab.getByRole('button', { name: 'E-Mail bestätigen' })
  await expect(confirm).toBeVisible()
  await look(tab, 'email-verify')
  await confirm.click()
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(/bestätigt/i)
  await look(tab, 'email-verified')
  await tab.close()
  await expect(page.getByText('E-Mail ist bestätigt.')).toBeVisible()
}

test(
  'data protection, accessibility, imprint, and an address that does not exist',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    await page.goto('/meine-termine')
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: 'Datenschutz' }).click()
    await expect(page.getByText(/Barichgasse 40–42/)).toBeVisible()
    await look(page, 'privacy')
    await footer.getByRole('link', { name: 'Barrierefreiheit' }).click()
    await expect(page.getByRole('heading', { name: 'Was Sie erwarten dürfen' })).toBeVisible()
    await look(page, 'accessibility')
    writeSettings(portal.ctx(), 'practice', { impressum: '' })
    await page.reload()
    await footer.getByRole('link', { name: 'Impressum' }).click()
    await expect(page.getByText('Diese Ordination betreibt das Portal')).toBeVisible()
    await look(page, 'imprint')
    await page.goto('/gibt-es-nicht')
    await expect(page.getByText('Diese Seite gibt es nicht. Hier buchen Sie einen Termin.')).toBeVisible()
    await expectStep(page, 1)
  },
)

test('in forced colours the choice of a theme is one icon on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const picker = page.getByLabel('Darstellung')
  await expect(picker).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  await expect(picker.locator('xpath=../*[name()="svg"]').first()).toBeVisible()
  expect((await picker.boundingBox())?.width).toBe(44)
})

test('on a touch screen nothing looks hovered after a tap', { tag: '@phone-only' }, async ({ page }) => {
  await chooseService(page)
  const { applied, held } = await page.evaluate(() => {
    const found = { applied: [] as string[], held: 0 }
    const read = (rules: CSSRuleList, applies: boolean) => {
      for (const rule of rules) {
        const isHover = rule instanceof CSSStyleRule && rule.selectorText.includes(':hover')
        if (isHover && applies) found.applied.push(rule.selectorText)
        if (isHover && !applies) found.held++
        const fits = !(rule instanceof CSSMediaRule) || matchMedia(rule.conditionText).matches
        if (rule instanceof CSSGroupingRule) read(rule.cssRules, applies && fits)
      }
    }
    for (const sheet of document.styleSheets) read(sheet.cssRules, true)
    return found
  })
  expect(held).toBeGreaterThan(10)
  expect(applied).toEqual([])
})

test('a closed booking', ON_PHONE_TOO, async ({ page, portal }) => {
  writeSettings(portal.ctx(), 'general', {
    booking_maintenance_active: true,
    maintenance_message: 'Wir sind auf Fortbildung.',
    maintenance_until: '2027-02-01T08:00:00+01:00',
  })
  await page.goto('/')
  await expect(page.getByText('Wir sind auf Fortbildung.')).toBeVisible()
  await look(page, 'closed')
  await page.goto('/gibt-es-nicht')
  await expect(page.getByText('Wir sind auf Fortbildung.')).toBeVisible()
  await expect(page.getByText('Diese Seite gibt es nicht.')).toBeVisible()
  await expect(page.getByText('Hier buchen Sie einen Termin.')).toHaveCount(0)
  await look(page, 'closed-unknown')
})

const soon = { status: 'confirmed', startsAt: Date.now() + 5 * HOUR } as const
const APPOINTMENT_PAGES: readonly (readonly [
  name: string,
  address: (portal: Portal) => string,
  text: string,
])[] = [
  ['overview', (portal) => addAppointment(portal).overview, 'auf manuelle Bestätigung wartend'],
  ['overview-cancelled', (portal) => addAppointment(portal, { status: 'cancelled' }).overview, 'Storniert'],
  ['overview-too-late', (portal) => addAppointment(portal, soon).overview, 'bitte telefonisch'],
  ['overview-not-found', () => `/patient/overview?id=${'x'.repeat(32)}`, 'Termin nicht gefunden'],
  ['cancel', (portal) => addAppointment(portal, { status: 'confirmed' }).cancel, 'Grund'],
  [
    'cancel-too-late',
    (portal) => addAppointment(portal, soon).cancel,
    'Stornierung online nicht mehr möglich',
  ],
  ['confirm', (portal) => addAppointment(portal).confirm, 'Rosa Musterfrau'],
  [
    'confirm-too-late',
    (portal) => addAppointment(portal, { status: 'cancelled' }).confirm,
    'Dieser Termin wurde bereits abgesagt.',
  ],
  ['confirm-without-id', () => '/admin/confirm', 'Ungültiger Link (keine ID).'],
  ['reject', (portal) => addAppointment(portal).reject, 'Rosa Musterfrau'],
]

for (const [name, address, text] of APPOINTMENT_PAGES)
  test(`the page ${name}`, ON_PHONE_TOO, async ({ page, portal }) => {
    await page.goto(address(portal))
    await expect(page.getByText(text).first()).toBeVisible()
    await look(page, name)
  })

test('the results of cancelling and deciding', ON_PHONE_TOO, async ({ page, portal }) => {
  const [first, second] = [addAppointment(portal), addAppointment(portal)]
  for (const [name, address, button, heading] of [
    ['cancelled', first.cancel, 'Termin stornieren', 'Termin abgesagt'],
    ['confirm-refused', `${second.confirm.slice(0, -4)}AAAA`, 'Termin bestätigen', 'Termin nicht bestätigt'],
    ['rejected', second.reject, 'Termin ablehnen', 'Termin abgelehnt'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    if (name === 'cancelled') await expect(page.getByText('Nächster freier Termin')).toBeVisible()
    await look(page, name)
  }
})

test('an appointment that cannot be loaded', ON_PHONE_TOO, async ({ page, portal }) => {
  await refuse(page, '**/api/bookings/*')
  await page.goto(addAppointment(portal).cancel)
  await expect(page.getByText('Termindetails konnten nicht geladen werden.')).toBeVisible()
  await look(page, 'overview-failure')
})

test('long names in a narrow window, and at 400 % zoom', { tag: '@phone-only' }, async ({ page, portal }) => {
  const { overview, cancel, confirm, reject } = addAppointment(portal, {
    firstName: 'Maximiliana-Theodora',
    lastName: 'Freifrau-Musterhausen-Donaudampfschifffahrtsgesellschaftskapitän',
    serviceName: 'Ausführliche Erstordination mit Vorsorgeuntersuchung und Befundbesprechung',
    startsAt: Date.parse('2037-09-30T17:30:00+02:00'),
  })
  for (const [name, address] of Object.entries({ overview, cancel, confirm, reject })) {
    await page.goto(address)
    await expect(page.getByRole('main').getByText('17:30 Uhr')).toBeVisible()
    for (const [size, height] of Object.entries({ narrow: 640, zoomed: 256 })) {
      await page.setViewportSize({ width: 320, height })
      await look(page, `${size}-${name}`)
    }
  }
})

test('the login', ON_PHONE_TOO, async ({ page }) => {
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('E-Mail ist erforderlich.')).toBeVisible()
  await look(page, 'login')
})

/** Records decisions and changes of an admin. */
function addAuditEntries(portal: Portal): void {
  const ctx = { ...portal.ctx(), actor: { kind: 'admin', id: 1, email: ADMIN.email } } as const
  recordAudit(ctx, 'login')
  recordAudit(ctx, 'booking-confirmed', bookingSubject(addBooking(portal, MONDAY, '08:30')))
  saveService(ctx, {
    ...getService(ctx, 'facial'),
    priceCents: 17_990,
    description: 'Mit Beratung. '.repeat(30),
  })
  saveSettings(ctx, 'general', { notify_muteSms: true, notify_reason: 'Urlaub', TURNSTILE_SECRET: 'geheim' })
  closePractice({ ...portal, ctx: () => ctx }, 'Urlaub', MONDAY, addDays(MONDAY, 4))
}

/** Adds an appointment for each third day of the last two years. */
function addTwoYears(portal: Portal): void {
  const { db, now } = portal.ctx()
  for (let i = 1; i < 240; i++) {
    const startsAt = instantAt(dayFromToday(-3 * i), `${String(8 + (i % 4)).padStart(2, '0')}:30`)
    const isCancelled = i % 6 === 0
    const isLate = i % 12 === 0
    insertBooking(db, {
      startsAt,
      holdId: `two years, ${i}`,
      createdAt: startsAt - (i % 30) * DAY_LENGTH - HOUR,
      serviceId: i % 3 === 0 ? 'erstordination' : 'folgebehandlung',
      status: isCancelled ? 'cancelled' : 'confirmed',
      answeredAfterMs: (1 + (i % 9)) * HOUR,
      ...(isCancelled && {
        cancelledBy: isLate ? 'patient' : 'practice',
        cancelledAheadMs: (isLate ? 5 : 60) * HOUR,
      }),
      attendance: i % 11 === 0 && !isCancelled ? 'no_show' : null,
      fromWaitingList: i % 14 === 0,
      updatedAt: now,
    })
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

const INVITED = { email: 'neu@ordination.example', name: 'Rosa Helferin', role: 'assistant' } as const

type AdminPage = readonly [name: string, path: string, text: string, prepare?: (portal: Portal) => unknown]

const ADMIN_PAGES: readonly AdminPage[] = [
  ['day', `/admin/bookings?view=day&date=${MONDAY}`, 'Testfall', (portal) => addWeek(portal, MONDAY)],
  [
    'day-list',
    `/admin/bookings/print?date=${MONDAY}`,
    'Rosa Musterfrau',
    (portal) => addWeek(portal, MONDAY),
  ],
  ['statistics', '/admin/statistics', 'Auslastung nach Wochentag und Stunde', addTwoYears],
  ['outbox-empty', '/admin/outbox', 'Keine E-Mail-Einträge vorhanden.'],
  ['outbox-sms', '/admin/outbox?tab=sms', 'Rosa Musterfrau', addSms],
  ['smtp', '/admin/settings/smtp', 'Auf dem Server gesetzt: SMTP_URL'],
  ['sms', '/admin/settings/sms', 'Nie abgefragt'],
  ['odoo', '/admin/settings/odoo', 'ODOO_URL'],
  ['urls', '/admin/settings/urls', 'PUBLIC_BASE_URL'],
  ['people', '/admin/people', 'eingeladen bis', (portal) => inviteMember(portal.ctx(), INVITED)],
  ['feeds', '/admin/feeds', 'Noch gibt es keines.'],
  ['calendars', '/admin/calendars', 'Noch gibt es keinen.'],
  ['audit', '/admin/audit', 'hat sich angemeldet', addAuditEntries],
  ['help', '/admin/hilfe#warteliste', 'Am Empfang'],
]

for (const [name, path, text, prepare] of ADMIN_PAGES)
  adminTest(`the admin page ${name}`, ON_PHONE_TOO, async ({ page, portal }) => {
    prepare?.(portal)
    await page.goto(path)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    await look(page, `admin-${name}`)
  })

adminTest('the dashboard', ON_PHONE_TOO, async ({ page, portal }) => {
  await openAdminPage(page, '/admin', 'Keine Anfrage wartet')
  await look(page, 'admin-dashboard-empty')
  addFortnight(portal)
  await openAdminPage(page, '/admin', '3 Anfragen warten')
  await look(page, 'admin-dashboard')
  await button(page, 'Anfrage von Jodok Erfunden bestätigen').click()
  await expect(page.getByText('Bestätigt: Jodok Erfunden')).toBeVisible()
  await look(page, 'admin-dashboard-decision')
  await page.keyboard.press('?')
  await expect(page.getByLabel('Tastenkürzel verwenden')).toBeVisible()
  await look(page, 'admin-keys')
})

adminTest('the list of appointments and one of them', ON_PHONE_TOO, async ({ page, portal }) => {
  addFortnight(portal)
  await page.goto('/admin/bookings?view=list')
  await expect(page.getByText('Emil Testfall')).toBeVisible()
  await look(page, 'admin-bookings-list')
  await page.getByRole('row').filter({ hasText: 'Emil Testfall' }).getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByText('Bitte nüchtern kommen.')).toBeVisible()
  await page.getByRole('button', { name: 'Termin absagen' }).click()
  await expect(page.getByLabel(/Nachricht an/)).toBeFocused()
  await look(page, 'admin-booking-details')
})

adminTest('a week and a new appointment', ON_PHONE_TOO, async ({ page, portal }) => {
  addWeek(portal, MONDAY)
  closePractice(portal, 'Betriebsausflug', addDays(MONDAY, 2))
  await page.goto(`/admin/bookings?view=week&date=${MONDAY}`)
  await expect(page.getByText('Betriebsausflug').first()).toBeVisible()
  await look(page, 'admin-week')
  await button(page, 'Termin eintragen').click()
  await page.getByText('Weitere Angaben').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Termin eintragen' }).click()
  await expect(page.getByText('Vorname ist erforderlich.')).toBeVisible()
  await look(page, 'admin-new-booking-errors')
})

adminTest('the current time in the calendar', ON_PHONE_TOO, async ({ page, portal, session }) => {
  addWeek(portal, MONDAY)
  await moveServerClock(page, session, instantAt(addDays(MONDAY, 3), '13:40'))
  await page.goto('/admin/bookings?view=week')
  await expect(page.getByRole('heading', { name: /^Donnerstag.*heute$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await expect(page.getByText('jetzt 13:40')).toBeVisible()
  await look(page, 'admin-day-now')
})

adminTest('absences and a closure with conflicts', ON_PHONE_TOO, async ({ page, portal }) => {
  closePractice(portal, 'Urlaub', addDays(MONDAY, 1))
  addBooking(portal, MONDAY, '09:00')
  await page.goto('/admin/absences')
  await expect(page.getByText('Für Patienten: Urlaub')).toBeVisible()
  await look(page, 'admin-absences')
  await button(page, 'Ordination schließen').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Titel').fill('Fortbildung')
  await dialog.getByLabel('Erster Tag').fill(MONDAY)
  await dialog.getByLabel('Letzter Tag').fill(MONDAY)
  await dialog.getByRole('button', { name: 'Ordination schließen' }).click()
  await expect(dialog.getByRole('link', { name: 'Rosa Musterfrau' })).toBeVisible()
  await look(page, 'admin-closure-conflicts')
})

adminTest('e-mails, one of them and its preview', ON_PHONE_TOO, async ({ page, portal }) => {
  addEmails(portal)
  await page.goto('/admin/outbox')
  await expect(page.getByRole('button', { name: 'Rosa Musterfrau' }).first()).toBeVisible()
  await look(page, 'admin-outbox-emails')
  await page.getByRole('row').filter({ hasText: 'gebhard' }).getByText('Reservierung erhalten').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(page, 'admin-outbox-details')
  await page.getByRole('dialog').getByRole('button', { name: 'Vorschau' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
  await look(page, 'admin-outbox-preview')
})

adminTest(
  'practice data, a conflict with a colleague and a failure',
  ON_PHONE_TOO,
  async ({ page, portal, session }) => {
    await openAdminPage(page, '/admin/settings/practice', 'Praxisdaten')
    await button(page, 'Vorschau').click()
    await expect(page.getByRole('region', { name: 'Vorschau' })).toContainText('6850 Dornbirn')
    await look(page, 'admin-practice')
    await page.getByLabel('Telefon').fill('+43 5572 000011')
    await callApi(portal.url, 'PUT', '/practice', { phone: '+43 5572 000099', zip: '' }, session.token)
    await save(page)
    await expect(page.getByText('Diese Angaben wurden inzwischen von jemand anderem geändert.')).toBeVisible()
    await look(page, 'admin-conflict')
    await refuse(page, '**/api/admin/practice')
    answerDialogs(page, true)
    await page.reload()
    await expect(page.getByText('Praxisdaten konnten nicht geladen werden.')).toBeVisible()
    await look(page, 'admin-failure')
  },
)

adminTest('general settings with an error', ON_PHONE_TOO, async ({ page }) => {
  await openAdminPage(page, '/admin/settings/general', 'Allgemein')
  await page.getByLabel(/Buchbare Tage/).fill('-3')
  await save(page)
  await expect(page.getByText(/maxBookingDays muss/).first()).toBeVisible()
  await look(page, 'admin-general-errors')
})

adminTest('services and their dialogs', ON_PHONE_TOO, async ({ page }) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await look(page, 'admin-services')
  await button(page, 'Service "Facial" löschen').click()
  await look(page, 'admin-service-delete')
  await page.keyboard.press('Escape')
  await button(page, 'Neuer Service').click()
  await save(page)
  await expect(page.getByText('Bitte eine ID angeben.').first()).toBeVisible()
  await look(page, 'admin-service-errors')
})

adminTest('working hours with an error, and copied to other days', ON_PHONE_TOO, async ({ page }) => {
  await openAdminPage(page, '/admin/settings/working-hours', 'Arbeitszeiten')
  await button(page, 'Zeiten von Montag auf andere Tage übertragen').click()
  await look(page, 'admin-hours-copy')
  await page.keyboard.press('Escape')
  await page.getByLabel('Montag Block 1 Ende').fill('7')
  await save(page)
  await expect(page.getByText('Montag Block 1: Ende muss nach dem Start liegen.').first()).toBeVisible()
  await look(page, 'admin-hours-errors')
})

adminTest('the account and its second factor', ON_PHONE_TOO, async ({ page }) => {
  await page.goto('/admin/account')
  await expect(page.getByText('dieses Gerät')).toBeVisible()
  await look(page, 'admin-account')
  await button(page, 'Authenticator-App einrichten').click()
  await page.getByLabel('Ihr Passwort', { exact: true }).fill(ADMIN.password)
  await button(page, 'Weiter').click()
  await expect(page.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible()
  await look(page, 'admin-second-factor')
})
