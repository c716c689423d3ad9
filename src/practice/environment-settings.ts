import type { Config } from '../config.ts'
import type { Group, Settings } from '../shared/settings/settings.ts'

/**
 * Returns the settings of a group that the environment sets. They override stored ones, and admins cannot
 * change them.
 */
export function settingsOfEnvironment<G extends Group>(
  group: G,
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
): Partial<Settings[G]> {
  if (group !== 'smtp') return {}
  // TypeScript does not narrow G to 'smtp' here.
  return {
    ...(smtpUrl !== undefined && readSmtpUrl(smtpUrl)),
    ...(mailFrom !== undefined && { MAIL_FROM: mailFrom }),
  } as Partial<Settings[G]>
}

/** Parses SMTP_URL, because nodemailer would let the URL's query switch the certificate check off. */
function readSmtpUrl(smtpUrl: string): Omit<Settings['smtp'], 'MAIL_FROM'> {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  return {
    // URLs write IPv6 addresses in brackets, which do not belong to the address.
    SMTP_HOST: hostname.replace(/^\[|\]$/g, ''),
    SMTP_PORT: port === '' ? null : Number(port),
    SMTP_SECURITY: securityOf(protocol, username),
    SMTP_USER: decodePercent(username),
    SMTP_PASS: decodePercent(password),
  }
}

/** A login is sent over TLS only (docs/behaviour.md 10.15), so a user name in the URL demands STARTTLS. */
function securityOf(protocol: string, username: string): Settings['smtp']['SMTP_SECURITY'] {
  if (protocol === 'smtps:') return 'tls'
  return username === '' ? 'none' : 'starttls'
}

/** Matches a percent sign that begins no encoding. */
const BARE_PERCENT = /%(?![\da-f]{2})/gi

/**
 * Decodes percent-encoding. A bare percent sign stands for itself, beside letters that the URL has encoded.
 */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text.replace(BARE_PERCENT, '%25'))
  } catch {
    return text
  }
}
