import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { areNetworks } from './networks.ts'
import { isEmail } from './shared/contact/email.ts'
import { readNamedAddress } from './shared/named-address.ts'
import { isBaseUrl, isWithoutPath } from './shared/url.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** The bytes of the shortest APP_SECRET. */
const SHORTEST_SECRET = 32
const HIGHEST_PORT = 65_535
/** The refusal of a port that no mail server can have. */
const PORT_REFUSAL = `must have a port from 1 to ${HIGHEST_PORT}`

const TRAILING_SLASHES = /\/+$/
const PROTOCOL_AND_HOST = /^[^/]+\/\/[^/?#]+/
/** Matches a URL whose host has no `user:password@` before it. */
const WITHOUT_CREDENTIALS = /^https?:\/\/[^/?#@]*(?:[/?#]|$)/i

/** `1` for true, `0` for false. */
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')

/**
 * A URL without trailing slashes, because paths are appended to it, and with protocol and host in small
 * letters, because they are compared.
 */
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(TRAILING_SLASHES, ''))
  .transform((text) => text.replace(PROTOCOL_AND_HOST, (start) => start.toLowerCase()))

/** The URL of a server that Ordi calls. `fetch` calls none with a user or password. */
const calledUrl = httpUrl.refine(
  (text) => WITHOUT_CREDENTIALS.test(text),
  'must be without user and password',
)

/** The URL of the portal, to which the links of patients lead. */
const baseUrl = httpUrl.refine(isBaseUrl, 'must be without user, password, ? and #').refine(
  // A text that is no URL was rejected above.
  (text) => !URL.canParse(text) || isWithoutPath(text),
  'must be without a path: Ordi needs a host name of its own, such as https://termine.ordination.at',
)

/** A whole number from `min` to `max`, both included. */
const wholeNumber = (min: number, max: number) => {
  const refusal = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, refusal)
    .transform(Number)
    .refine((value) => value >= min && value <= max, refusal)
}

/** An e-mail address that fulfils this rule. */
const emailAddress = (isValid: (text: string) => boolean) =>
  z.string().refine(isValid, 'must be an e-mail address').optional()

/** Returns what is wrong with the address of a mail server. It names no part of the password. */
function smtpUrlRefusal(url: string): string {
  const [, port] = /:(\d+)\/?$/.exec(url) ?? []
  if (Number(port) > HIGHEST_PORT) return PORT_REFUSAL
  const shape = 'must be smtp://… or smtps://…'
  return /[/?#].*@/.test(url.replace(/^smtps?:\/\//, ''))
    ? `${shape}, with %2F, %3F and %23 instead of /, ? and # in the password`
    : shape
}

/** The environment variables by name, and how each is read. */
export const environmentSchema = z.object({
  PORT: wholeNumber(1, HIGHEST_PORT).default(8080),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  BASE_URL: baseUrl.optional(),
  APP_SECRET: z
    .string()
    .refine(
      (text) => Buffer.byteLength(text) >= SHORTEST_SECRET,
      `must have at least ${SHORTEST_SECRET} bytes`,
    )
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: ({ input }) => smtpUrlRefusal(String(input)) })
    .refine((url) => !URL.canParse(url) || new URL(url).port !== '0', PORT_REFUSAL)
    .optional(),
  MAIL_FROM: emailAddress((text) => readNamedAddress(text) !== undefined),
  ADMIN_EMAIL: emailAddress(isEmail),
  ADMIN_PASSWORD: z.string().optional(),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_VERIFY_URL: calledUrl.default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  /** Minutes for which a hold reserves its time (docs/behaviour.md 7.1). */
  HOLD_MINUTES: wholeNumber(1, 60).default(10),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(listFromText)
    .refine(areNetworks, 'must be a list of networks such as 10.0.0.0/8, ::1/128'),
  HSTS_INCLUDE_SUBDOMAINS: flag.default(false),
  /** Whether the portal may call private networks and loopback addresses (docs/behaviour.md 12.17). */
  ALLOW_PRIVATE_TARGETS: flag.default(false),
  CLICKSEND_BASE_URL: calledUrl.default('https://rest.clicksend.com/v3'),
  SEVENIO_BASE_URL: calledUrl.default('https://gateway.seven.io/api'),
  /** The bearer token with which others may read the metrics (docs/behaviour.md 14.22). */
  METRICS_TOKEN: z.string().min(1, 'must not be empty').optional(),
  /** A program with its arguments, which gets each nightly backup (docs/behaviour.md 14.23). */
  AFTER_BACKUP: z
    .string()
    .default('')
    .transform((text) => text.split(/\s+/).filter((part) => part !== ''))
    .refine(isProgramWithArguments, 'must be the whole path of a program that may be run, and its arguments'),
  RATE_LIMITS: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((text) => text === 'on')
    .default(true),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  /** Whether an empty database gets the demo practice (docs/behaviour.md 14.12). */
  ORDI_DEMO: flag.default(false),
  NODE_ENV: z.string().default(''),
})

/** Returns whether the list is empty or begins with the absolute path of an executable file. */
function isProgramWithArguments([path]: readonly string[]): boolean {
  if (path === undefined) return true
  try {
    accessSync(path, constants.X_OK)
    return isAbsolute(path) && statSync(path).isFile()
  } catch {
    // The file is missing or not executable.
    return false
  }
}

/** Reads a list of comma-separated items. */
function listFromText(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
