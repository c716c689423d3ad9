import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { openHealthyApp } from '../../testing/healthy-app.ts'

describe('the alerts in the overview', () => {
  it('are entries of the start page', async () => {
    const app = openHealthyApp()
    expect((await app.readOverview()).alerts).toEqual([
      {
        kind: 'second-factor',
        level: 'info',
        title: 'Zweiter Faktor fehlt',
        detail: '1 Zugang ist nur mit Passwort geschützt.',
        href: '/admin/account',
      },
    ])
  })

  it('are not about maintenance, which only the banner shows', async () => {
    const app = openHealthyApp()
    const admin = app.admin()
    // With a second factor there is no other alert.
    app.changeRows('update admins set totp_step = 1')
    writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
    expect((await admin.get('/api/admin/status')).json.level).toBe('maintenance')
    expect((await admin.get('/api/admin/overview')).json.alerts).toEqual([])
  })
})
