import type { Config } from '../config.ts'
import { readAlerts } from '../operation/alerts.ts'
import { openTestApp } from './test-app.ts'

/** Opens a practice that sends e-mails, so that no alert says that it cannot. */
export function openAlertsApp(config: Partial<Config> = {}) {
  const app = openTestApp({
    config: { smtpUrl: 'smtp://mail.example', mailFrom: 'a@ordination.example', ...config },
  })
  return { ...app, alerts: () => readAlerts(app.ctx()).alerts }
}

export type AlertsApp = ReturnType<typeof openAlertsApp>
