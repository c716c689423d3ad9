import { openTestApp } from './test-app.ts'

/**
 * Opens the app on 7 January 2027, 13:40, with a mail server, because there would be an alert without one.
 * `readOverview` reads what the start page shows.
 */
export function openHealthyApp() {
  const app = openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })
  return { ...app, readOverview: async () => (await app.admin().get('/api/admin/overview')).json }
}
