import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { areNetworks } from './networks.ts'
import { isEmail } from './shared/contact/email.ts'
import { isBaseUrl, isWithoutPath } from './shared/link.ts'
import { readNamedAddress } from './shared/named-address.ts'
import { type PasswordFault, passwordFault, SHORTEST_PASSWORD } from './shared/password.ts'
import type { SmsProvider } from './shared/sms-providers.ts'

/** The environment variables, read once at start. */
export type Config = ReturnType<typeof readConfig>

/** The configuration cannot be used. The message has one line for each error. */
export class ConfigError extends Error {}

/** Version of this program, from its package.json. */
export const VERSION: string = JSON.parse(
  readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8'),
).version

/** The build sets this constant, because only the build knows the commit. */
declare const __REVISION__: string | undefined

/** The commit that the program was built from. */
export const REVISION = typeof __REVISION__ === 'undefined' ? 'unknown' : __REVISION__

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** The variables that a file can hold instead, and that no program but Ordi gets. */
const SECRETS = ['APP_SECRET', 'SMTP_URL', 'ADMIN_PASSWORD', 'METRICS_TOKEN'] as const

/** Why a password is refused, in the words of the command line. */
const PASSWORD_FAULTS: Readonly<Record<PasswordFault, string>> = {
  short: `it must have at least ${SHORTEST_PASSWORD} characters`,
  long: 'it is too long',
  common: 'it is one of the commonest',
  telling: 'it must not hold the e-mail address or the name of the practice',
}

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''))
const baseUrl = httpUrl
  .refine(isBaseUrl, 'must be without user, password, ? and #')
  .refine(
    (text) => !URL.canParse(text) || isWithoutPath(text),
    'must be without a path: Ordi needs a host name of its own, such as https://termine.ordination.at',
  )
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)

const address = (isValid: (text: string) => boolean) =>
  z.string().refine(isValid, 'must be an e-mail address').optional()

const environment = z.object({
  PORT: wholeNumber(1, 65_535).default(8080),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  BASE_URL: baseUrl.optional(),
  APP_SECRET: z
    .string()
    .refine((text) => Buffer.byteLength(text) >= 32, 'must have at least 32 bytes')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional(),
  MAIL_FROM: address((text) => readNamedAddress(text) !== undefined),
  ADMIN_EMAIL: address(isEmail),
  ADMIN_PASSWORD: z.string().optional(),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_VERIFY_URL: httpUrl.default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  HOLD_MINUTES: wholeNumber(1, 60).default(10),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(toList)
    .refine(areNetworks, 'must be a list of networks such as 10.0.0.0/8, ::1/128'),
  HSTS_INCLUDE_SUBDOMAINS: flag.default(false),
  ALLOW_PRIVATE_TARGETS: flag.default(false),
  CLICKSEND_BASE_URL: httpUrl.default('https://rest.clicksend.com/v3'),
  SEVENIO_BASE_URL: httpUrl.default('https://gateway.seven.io/api'),
  METRICS_TOKEN: z.string().optional(),
  AFTER_BACKUP: z
    .string()
    .default('')
    .transform((text) => text.split(/\s+/).filter((part) => part !== ''))
    .refine(isProgram, 'must be the whole path of a program that may be run, and its arguments'),
  RATE_LIMITS: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((text) => text === 'on')
    .default(true),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  ORDI_DEMO: flag.default(false),
  NODE_ENV: z.string().default(''),
})

/**
 * Reads the environment. A secret `X` can be given as a file's path in `X_FILE` instead.
 * @throws ConfigError
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env) {
  const { values, errors } = readSecretFiles(env)
  const parsed = environment.safeParse(values)
  if (!parsed.success)
    errors.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  const { ADMIN_PASSWORD: password, ADMIN_EMAIL: email = '' } = values
  const refusal = password === undefined ? undefined : passwordRefusal(password, email)
  if (refusal !== undefined) errors.push(`ADMIN_PASSWORD is refused: ${refusal}`)
  if (!parsed.success || errors.length > 0) throw new ConfigError(errors.join('\n'))
  const settings = parsed.data
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    baseUrl: settings.BASE_URL ?? `http://localhost:${settings.PORT}`,
    /** False: the address above is a guess that is right on this machine only. */
    baseUrlIsSet: settings.BASE_URL !== undefined,
    /** Undefined when it is kept in `secret.key`; `openApp` reads that file. */
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

/** Why a password for an admin is refused; undefined for a good one. Source: docs/behaviour.md 12.8. */
export function passwordRefusal(password: string, email: string, practice = ''): string | undefined {
  const fault = passwordFault(password, { email, practice })
  return fault && PASSWORD_FAULTS[fault]
}

/** The configuration for display, with masked secrets. */
export function describeConfig(config: Config): Record<string, unknown> {
  const masked = (secret: string | undefined) => (secret === undefined ? undefined : '********')
  return {
    ...config,
    appSecret: masked(config.appSecret),
    smtpUrl: config.smtpUrl?.replace(/\/\/.*@/, '//********@'),
    afterBackup: config.afterBackup.map(withoutSecrets),
    adminPassword: masked(config.adminPassword),
    metricsToken: masked(config.metricsToken),
  }
}

/** The environment for a program that Ordi starts, without the secrets that are for Ordi only. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const own = new Set(SECRETS.flatMap((name): string[] => [name, `${name}_FILE`]))
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.has(name)))
}

/**
 * The text without passwords in addresses, and without what stands in variables that are named like a secret.
 */
export function withoutSecrets(text: string): string {
  const secrets = Object.entries(process.env).flatMap(([name, value = '']) =>
    /(PASS|PASSWORD|PASSPHRASE|SECRET|TOKEN|KEY|_URL)$/.test(name) && value.length >= 6 ? [value] : [],
  )
  return secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '********'), text)
    .replace(/\/\/[^/\s@]*@/g, '//********@')
}

/** Returns the variables that are not empty, with the secrets of files, and what is wrong with these. */
function readSecretFiles(env: Readonly<Record<string, string | undefined>>) {
  const values: Record<string, string> = {}
  const errors: string[] = []
  for (const [name, text] of Object.entries(env)) if (text) values[name] = text
  for (const name of SECRETS) {
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

function isProgram([path]: readonly string[]): boolean {
  if (path === undefined) return true
  try {
    accessSync(path, constants.X_OK)
    return isAbsolute(path) && statSync(path).isFile()
  } catch {
    return false
  }
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
