import type { Ctx } from '../ctx.ts'
import { type NamedAddress, readNamedAddress } from '../shared/named-address.ts'
import { SETTINGS, type Settings } from '../shared/settings/settings.ts'
import { readSetting, readSettings } from './settings.ts'

/** The SMTP server by which e-mails leave. */
export type MailServer = Readonly<{
  host: string
  port: number
  security: Settings['smtp']['SMTP_SECURITY']
  /** Undefined when the server needs no login. */
  login: Readonly<{ user: string; pass: string }> | undefined
  /** German words for where the server was configured, as part of a sentence: `in SMTP_URL`. */
  whereConfigured: string
}>

/** Returns the server of SMTP_URL, else the one of the settings, else undefined. */
export function findMailServer(ctx: Ctx): MailServer | undefined {
  const whereConfigured = ctx.config.smtpUrl === undefined ? `unter „${SETTINGS.smtp.title}“` : 'in SMTP_URL'
  return mailServerOf(readSettings(ctx, 'smtp'), whereConfigured)
}

/** A mail server, and the sender of the e-mails that leave by it. */
export type MailRoute = Readonly<{ server: MailServer; from: NamedAddress }>

/** Returns the server and sender for e-mails; undefined while either is missing. */
export function findMailRoute(ctx: Ctx): MailRoute | undefined {
  const server = findMailServer(ctx)
  const from = findSender(ctx)
  return server === undefined || from === undefined ? undefined : { server, from }
}

/**
 * Returns the server of these settings, with the usual port of its security unless one is set; undefined
 * without a host.
 * @param whereConfigured see `MailServer`
 */
export function mailServerOf(smtp: Settings['smtp'], whereConfigured: string): MailServer | undefined {
  const { SMTP_HOST: host, SMTP_PORT: port, SMTP_SECURITY: security, SMTP_USER: user, SMTP_PASS: pass } = smtp
  if (host === '') return undefined
  return {
    host,
    port: port ?? (security === 'tls' ? 465 : 587),
    security,
    login: user === '' ? undefined : { user, pass },
    whereConfigured,
  }
}

/**
 * Returns whether a mail server is set. It costs less than `findMailServer`, because the workers ask before
 * each message.
 */
export function hasMailServer(ctx: Ctx): boolean {
  return readSetting(ctx, 'smtp', 'SMTP_HOST') !== ''
}

/** Returns MAIL_FROM, else the practice's e-mail address, else undefined. */
export function findSender(ctx: Ctx): NamedAddress | undefined {
  return readNamedAddress(readSetting(ctx, 'smtp', 'MAIL_FROM') || readSetting(ctx, 'practice', 'mail'))
}
