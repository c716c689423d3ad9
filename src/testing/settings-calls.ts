import { SAMPLE_SETTINGS } from './sample-settings.ts'
import { openTestApp, recordLog } from './test-app.ts'

const { practice, general, urls, smtp, odoo, clicksend, sevenio } = SAMPLE_SETTINGS
const HOURS = {
  workingHours: {
    0: null,
    1: [
      { start: '08:00', end: '12:00' },
      { start: '13:30', end: '17:30' },
    ],
    2: null,
    3: [{ start: '07:15', end: '07:45' }],
    4: null,
    5: null,
    6: [{ start: '00:00', end: '23:59' }],
  },
}

type SettingsCall = Readonly<{
  /** The path of the calls below /api/admin. */
  path: string
  /** A body with every field. */
  body: object
  /** The sentence after saving. */
  message: string
  /** The name of the secret, where the group has one. */
  secret?: string
}>

/** The calls that save settings, one for each group and one for the working hours. */
export const SETTINGS_GROUPS: readonly SettingsCall[] = [
  { path: 'practice', body: practice, message: 'Praxisdaten gespeichert.' },
  {
    path: 'settings/general',
    body: general,
    message: 'Einstellungen gespeichert.',
    secret: 'TURNSTILE_SECRET',
  },
  { path: 'settings/urls', body: urls, message: 'Einstellungen gespeichert.' },
  { path: 'settings/smtp', body: smtp, message: 'Einstellungen gespeichert.', secret: 'SMTP_PASS' },
  { path: 'settings/odoo', body: odoo, message: 'Odoo-Einstellungen gespeichert.', secret: 'ODOO_PASS' },
  {
    path: 'settings/clicksend',
    body: clicksend,
    message: 'SMS-Provider-Einstellungen gespeichert.',
    secret: 'CLICKSEND_PWD',
  },
  {
    path: 'settings/sevenio',
    body: sevenio,
    message: 'SMS-Provider-Einstellungen gespeichert.',
    secret: 'SEVENIO_KEY',
  },
  { path: 'settings/working-hours', body: HOURS, message: 'Arbeitszeiten gespeichert.' },
]

/** Opens the app with an admin's calls about settings, and its log lines. */
export function openSettingsApp() {
  const { lines, log } = recordLog('debug')
  const app = openTestApp({ ports: { log } })
  const admin = app.admin()
  return {
    ...app,
    lines,
    get: (path: string) => admin.get(`/api/admin/${path}`),
    put: (path: string, body: unknown, headers?: Record<string, string>) =>
      admin.put(`/api/admin/${path}`, body, headers),
    /** Returns everything that saving could change. */
    readStored: () =>
      ['settings', 'working_hours', 'services', 'audit'].map((table) => app.rows(`select * from ${table}`)),
  }
}
