import type { Config } from '../config.ts'
import type { Group, Settings } from '../shared/settings.ts'

/** The settings of a group that the environment sets: they are in force, and cannot be changed in the admin area. */
export function settingsOfEnvironment<G extends Group>(
  group: G,
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
): Partial<Settings[G]> {
  if (group !== 'smtp') return {}
  return {
    ...(smtpUrl !== undefined && readSmtpUrl(smtpUrl)),
    ...(mailFrom !== undefined && { MAIL_FROM: mailFrom }),
  } as Partial<Settings[G]>
}

/** Parsed here and not by nodemailer, which would let the URL's query switch the certificate check off. */
function readSmtpUrl(smtpUrl: string): Omit<Settings['smtp'], 'MAIL_FROM'> {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  return {
    SMTP_HOST: hostname.replace(/^\[|\]$/g, ''),
    SMTP_PORT: port === '' ? null : Number(port),
    SMTP_SECURITY: protocol === 'smtps:' ? 'tls' : username === '' ? 'none' : 'starttls',
    SMTP_USER: decode(username),
    SMTP_PASS: decode(password),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
