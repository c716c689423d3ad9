import { describe, expect, it } from 'vitest'
import type { Settings } from '../shared/settings/settings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { findMailRoute, findMailServer, findSender, hasMailServer } from './mail-server.ts'
import { writeSettings } from './settings.ts'

const HOST = { SMTP_HOST: 'smtp.beispiel.example' }

/** Returns the server of these settings. */
function serverOf(smtp: Partial<Settings['smtp']>) {
  const ctx = openTestApp({ empty: true }).ctx()
  writeSettings(ctx, 'smtp', smtp)
  return findMailServer(ctx)
}

describe('the mail server', () => {
  it.each([
    { security: 'tls', port: 465 },
    { security: 'starttls', port: 587 },
  ] as const)('has by default the usual port for $security', ({ security, port }) => {
    expect(serverOf({ ...HOST, SMTP_SECURITY: security })).toMatchObject({ port })
    expect(serverOf({ ...HOST, SMTP_SECURITY: security, SMTP_PORT: 2525 })).toMatchObject({ port: 2525 })
  })

  it('needs a login only if a user is set', () => {
    expect(serverOf(HOST)?.login).toBeUndefined()
    const login = { SMTP_USER: 'praxis', SMTP_PASS: 'geheim' }
    expect(serverOf({ ...HOST, ...login })?.login).toEqual({ user: 'praxis', pass: 'geheim' })
  })

  it('is that of SMTP_URL if both are set', () => {
    const ctx = openTestApp({ empty: true, config: { smtpUrl: 'smtp://mail.example' } }).ctx()
    expect(findMailServer(ctx)).toMatchObject({ host: 'mail.example', whereConfigured: 'in SMTP_URL' })
  })

  it('is missing without a host', () => {
    const ctx = openTestApp({ empty: true }).ctx()
    expect([findMailServer(ctx), hasMailServer(ctx)]).toEqual([undefined, false])
    writeSettings(ctx, 'smtp', HOST)
    expect(hasMailServer(ctx)).toBe(true)
  })
})

it('e-mails come from MAIL_FROM, or else from the address of the practice, and otherwise are not sent', () => {
  const ctx = openTestApp({ empty: true }).ctx()
  writeSettings(ctx, 'smtp', HOST)
  expect([findSender(ctx), findMailRoute(ctx)]).toEqual([undefined, undefined])
  writeSettings(ctx, 'practice', { mail: 'praxis@beispiel.example' })
  expect(findSender(ctx)?.address).toBe('praxis@beispiel.example')
  writeSettings(ctx, 'smtp', { MAIL_FROM: 'termine@beispiel.example' })
  expect(findMailRoute(ctx)?.from.address).toBe('termine@beispiel.example')
})
