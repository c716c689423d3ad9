import { inviteMember } from '../../src/staff/staff.ts'
import { test } from './fixtures/admin.ts'
import { mondayAfterNext } from './fixtures/bookings.ts'
import { addAuditEntries, addTwoYears } from './fixtures/history.ts'
import { tabTo } from './fixtures/keyboard.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { addSms } from './fixtures/messages.ts'
import { expect, type Portal, test as patientTest } from './fixtures/portal.ts'
import { addWeek } from './fixtures/sample-weeks.ts'
import { PHONE } from './fixtures/windows.ts'

// Each page of the admin area is opened once. `look` checks it for accessibility violations, in a wide and a
// narrow window and in both themes; the rules of the pages have tests in the other files.

const MONDAY = mondayAfterNext()

const INVITED = { email: 'neu@ordination.example', name: 'Rosa Helferin', role: 'assistant' } as const

type AdminPage = Readonly<{
  path: string
  /** A text that the page shows once its data are there. */
  text: string
  /** Adds what the page shows, if it shows more than the demo has. */
  prepare?: (portal: Portal) => unknown
}>

/** Pages that are only opened, by the names of their pictures. */
const ADMIN_PAGES: Readonly<Record<string, AdminPage>> = {
  day: {
    path: `/admin/bookings?view=day&date=${MONDAY}`,
    text: 'Testfall',
    prepare: (portal) => addWeek(portal, MONDAY),
  },
  'day-list': {
    path: `/admin/bookings/print?date=${MONDAY}`,
    text: 'Rosa Musterfrau',
    prepare: (portal) => addWeek(portal, MONDAY),
  },
  statistics: {
    path: '/admin/statistics',
    text: 'Auslastung nach Wochentag und Stunde',
    prepare: addTwoYears,
  },
  'outbox-empty': { path: '/admin/outbox', text: 'Keine E-Mail-Einträge vorhanden.' },
  'outbox-sms': { path: '/admin/outbox?tab=sms', text: 'Rosa Musterfrau', prepare: addSms },
  smtp: { path: '/admin/settings/smtp', text: 'Auf dem Server gesetzt: SMTP_URL' },
  sms: { path: '/admin/settings/sms', text: 'Nie abgefragt' },
  odoo: { path: '/admin/settings/odoo', text: 'ODOO_URL' },
  urls: { path: '/admin/settings/urls', text: 'PUBLIC_BASE_URL' },
  people: {
    path: '/admin/people',
    text: 'eingeladen bis',
    prepare: (portal) => inviteMember(portal.ctx(), INVITED),
  },
  feeds: { path: '/admin/feeds', text: 'Noch gibt es keines.' },
  calendars: { path: '/admin/calendars', text: 'Noch gibt es keinen.' },
  audit: { path: '/admin/audit', text: 'hat sich angemeldet', prepare: addAuditEntries },
  help: { path: '/admin/hilfe#warteliste', text: 'Am Empfang' },
}

patientTest('the login page is accessible', LOOKS_ON_PHONE, async ({ page }) => {
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('E-Mail ist erforderlich.')).toBeVisible()
  await look(page, 'login')
})

for (const [name, { path, text, prepare }] of Object.entries(ADMIN_PAGES))
  test(`the admin page ${name} is accessible`, LOOKS_ON_PHONE, async ({ page, portal }) => {
    prepare?.(portal)
    await page.goto(path)
    // Some pages have the text twice, once for a narrow and once for a wide window.
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    await look(page, `admin-${name}`)
  })

test('a statistics table with many columns scrolls sideways on a phone, by keys too', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/admin/statistics')
  const figure = page.getByRole('region', { name: 'Absagen: von wem' })
  await figure.getByText('Als Tabelle').click()
  const column = figure.getByRole('columnheader', { name: 'Zusammen' })
  await expect(column).not.toBeInViewport()
  await tabTo(page, figure.getByRole('region', { name: 'Tabelle: Absagen: von wem' }))
  for (let presses = 0; presses < 20; presses++) await page.keyboard.press('ArrowRight')
  await expect(column).toBeInViewport({ ratio: 1 })
})

// An iPhone enlarges the page around a field with smaller text.
test('fields have text of at least 16 pixels on a phone', { tag: '@runs-on-phone-only' }, async ({
  page,
}) => {
  for (const path of ['/admin?new=1', '/admin/settings/practice', '/admin/bookings?view=list']) {
    await page.goto(path)
    const fields = page.getByRole('textbox').or(page.getByRole('combobox'))
    // Each of these pages has at least four fields.
    await expect(fields.nth(3)).toBeVisible()
    const sizes = await fields.evaluateAll((elements) =>
      elements.map((field) => getComputedStyle(field).fontSize),
    )
    expect(new Set(sizes), path).toEqual(new Set(['16px']))
  }
})
