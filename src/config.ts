import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { environmentSchema } from './environment-schema.ts'
import { passwordRefusal } from './password-refusal.ts'
import type { SmsProvider } from './shared/sms-providers.ts'

/** The environment variables, read once at start. */
export type Config = ReturnType<typeof configOf>

/** The configuration is invalid. The message has one line for each error. */
export class ConfigError extends Error {}

/** The variables that can be read from a file instead, and that are not passed on to other programs. */
const SECRET_VARIABLES = ['APP_SECRET', 'SMTP_URL', 'ADMIN_PASSWORD', 'METRICS_TOKEN'] as const

/** Names of variables, also of other programs, whose values are secrets or may contain one. */
const NAME_OF_SECRET = /(PASS|PASSWORD|PASSPHRASE|SECRET|TOKEN|KEY|_URL)$/

/** Values with fewer characters are not masked, because they may be part of ordinary words. */
const SHORTEST_MASKED = 6

/**
 * Reads the environment. A secret `X` can be given in a file instead, with its path in `X_FILE`.
 * @throws ConfigError with all errors
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const { values, errors } = readVariables(env)
  const parsed = environmentSchema.safeParse(values)
  if (!parsed.success)
    errors.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  const { ADMIN_PASSWORD: password, ADMIN_EMAIL: email = '' } = values
  const refusal = password === undefined ? undefined : passwordRefusal(password, email)
  if (refusal !== undefined) errors.push(`ADMIN_PASSWORD is refused: ${refusal}`)
  if (!parsed.success || errors.length > 0) throw new ConfigError(errors.join('\n'))
  return configOf(parsed.data)
}

/** Returns the non-empty variables, including secrets from files, and the errors about these files. */
function readVariables(env: Readonly<Record<string, string | undefined>>) {
  const values: Record<string, string> = {}
  const errors: string[] = []
  for (const [name, text] of Object.entries(env)) if (text) values[name] = text
  for (const name of SECRET_VARIABLES) {
    const path = values[`${name}_FILE`]
    if (path === undefined) continue
    if (values[name] !== undefined) {
      errors.push(`${name} and ${name}_FILE are both set; keep one`)
      continue
    }
    try {
      values[name] = readFileSync(path, 'utf8').trim()
    } catch {
      errors.push(`${name}_FILE names a file that cannot be read: ${path}`)
    }
  }
  return { values, errors }
}

/** Returns the settings by the names that the code uses. */
function configOf(settings: z.output<typeof environmentSchema>) {
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    baseUrl: settings.BASE_URL ?? `http://localhost:${settings.PORT}`,
    /** If false, `baseUrl` is a guess that is correct only on this machine. */
    baseUrlIsSet: settings.BASE_URL !== undefined,
    /** Undefined when the secret is kept in `secret.key`; `openApp` reads that file. */
    appSecret: settings.APP_SECRET,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    turnstileSiteKey: settings.TURNSTILE_SITE_KEY,
    turnstileVerifyUrl: settings.TURNSTILE_VERIFY_URL,
    holdMinutes: settings.HOLD_MINUTES,
    trustedProxies: settings.TRUSTED_PROXIES,
    hstsIncludeSubdomains: settings.HSTS_INCLUDE_SUBDOMAINS,
    allowPrivateTargets: settings.ALLOW_PRIVATE_TARGETS,
    smsBaseUrls: {
      clicksend: settings.CLICKSEND_BASE_URL,
      sevenio: settings.SEVENIO_BASE_URL,
    } satisfies Record<SmsProvider, string>,
    metricsToken: settings.METRICS_TOKEN,
    /** A program and its arguments; empty for none. */
    afterBackup: settings.AFTER_BACKUP,
    rateLimits: settings.RATE_LIMITS,
    logLevel: settings.LOG_LEVEL,
    demo: settings.ORDI_DEMO,
    production: settings.NODE_ENV === 'production',
  })
}

/** Returns the environment for a program that Ordi starts, without Ordi's own secrets. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const secretNames = new Set(SECRET_VARIABLES.flatMap((name): string[] => [name, `${name}_FILE`]))
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !secretNames.has(name)))
}

/**
 * Returns the text without passwords in URLs, and without the values of variables whose names suggest a
 * secret.
 */
export function withoutSecrets(text: string): string {
  const secrets = Object.entries(process.env).flatMap(([name, value = '']) => {
    const isSecret = NAME_OF_SECRET.test(name)
    return isSecret && value.length >= SHORTEST_MASKED ? [value] : []
  })
  return secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '********'), text)
    .replace(/\/\/[^/\s@]*@/g, '//********@')
}
