import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { tempDir } from './testing/temp-dir.ts'

const LONG_SECRET = 'x'.repeat(32)

/** Returns the error lines for the environment. */
function errorsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

/** Writes a secret to a file, as containers get them, and returns its path. */
function writeSecretFile(content: string): string {
  const path = join(tempDir(), 'secret')
  writeFileSync(path, content)
  return path
}

describe('the configuration', () => {
  it('has defaults for everything', () => {
    expect(readConfig({})).toStrictEqual({
      port: 8080,
      host: '0.0.0.0',
      dataDir: './data',
      baseUrl: 'http://localhost:8080',
      baseUrlIsSet: false,
      appSecret: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      adminEmail: undefined,
      adminPassword: undefined,
      turnstileSiteKey: undefined,
      turnstileVerifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      holdMinutes: 10,
      trustedProxies: [],
      hstsIncludeSubdomains: false,
      allowPrivateTargets: false,
      smsBaseUrls: { clicksend: 'https://rest.clicksend.com/v3', sevenio: 'https://gateway.seven.io/api' },
      afterBackup: [],
      metricsToken: undefined,
      rateLimits: true,
      logLevel: 'info',
      demo: false,
      production: false,
    })
  })

  it('refuses a password of the first admin that contains the e-mail address', () => {
    const env = { ADMIN_EMAIL: 'dr.muster@termine.example', ADMIN_PASSWORD: 'ich bin Dr. Muster' }
    expect(errorsOf(env)).toEqual([
      'ADMIN_PASSWORD is refused: it must not hold the e-mail address or the name of the practice',
    ])
  })

  it('reports all errors together', () => {
    const env = {
      PORT: 'x',
      RATE_LIMITS: 'x',
      APP_SECRET: 'x',
      SMTP_URL_FILE: '/nowhere/smtp',
      BASE_URL: 'x',
    }
    // Files are read before any variable is checked. The others come in the order of their schema.
    const namesOfVariables = errorsOf(env).map((line) => line.replace(/ .*/, ''))
    expect(namesOfVariables).toEqual(['SMTP_URL_FILE', 'PORT', 'BASE_URL', 'APP_SECRET', 'RATE_LIMITS'])
  })

  it('ignores empty variables', () => {
    expect(readConfig({ PORT: '', APP_SECRET: '', SMTP_URL: '', APP_SECRET_FILE: '' })).toEqual(
      readConfig({}),
    )
  })
})

describe('a secret in a file', () => {
  const SECRETS_IN_FILES = [
    { name: 'APP_SECRET', key: 'appSecret', secret: LONG_SECRET },
    { name: 'SMTP_URL', key: 'smtpUrl', secret: 'smtp://u:p@mail.example:587' },
    { name: 'ADMIN_PASSWORD', key: 'adminPassword', secret: 'twelve chars' },
    { name: 'METRICS_TOKEN', key: 'metricsToken', secret: 'a long random token' },
  ] as const

  it.each(SECRETS_IN_FILES)('is read for $name without its final line break', ({ name, key, secret }) => {
    expect(readConfig({ [`${name}_FILE`]: writeSecretFile(`${secret}\n`) })[key]).toBe(secret)
  })

  it.each(SECRETS_IN_FILES)('is refused when $name is set too', ({ name, secret }) => {
    const path = writeSecretFile(secret)
    expect(errorsOf({ [name]: secret, [`${name}_FILE`]: path })).toEqual([
      `${name} and ${name}_FILE are both set; keep one`,
    ])
  })

  it('is refused when its file is missing', () => {
    expect(errorsOf({ APP_SECRET_FILE: '/nowhere/secret' })).toEqual([
      'APP_SECRET_FILE names a file that cannot be read: /nowhere/secret',
    ])
  })

  it('is refused when it is too short', () => {
    expect(errorsOf({ APP_SECRET_FILE: writeSecretFile('short') })).toEqual([
      'APP_SECRET must have at least 32 bytes',
    ])
  })

  it('is refused when its file is empty but for a line break', () => {
    expect(errorsOf({ ADMIN_PASSWORD_FILE: writeSecretFile('\n') })).toEqual([
      'ADMIN_PASSWORD is refused: it must have at least 12 characters',
    ])
  })
})
