import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { tempDir } from './testing/temp-dir.ts'

const SECRET = 'x'.repeat(32)

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

/** Writes a secret to a file, as containers get them. @returns its path */
function writeSecretFile(content: string): string {
  const path = join(tempDir(), 'secret')
  writeFileSync(path, content)
  return path
}

describe('the configuration', () => {
  it('has defaults for everything', () => {
    expect(readConfig({})).toEqual({
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
      rateLimits: true,
      logLevel: 'info',
      demo: false,
      production: false,
    })
  })

  it.each([
    ['PORT', '80', { port: 80, baseUrl: 'http://localhost:80' }],
    ['HOST', '::1', { host: '::1' }],
    ['DATA_DIR', '/data', { dataDir: '/data' }],
    ['BASE_URL', 'https://termine.example/', { baseUrl: 'https://termine.example', baseUrlIsSet: true }],
    ['APP_SECRET', SECRET, { appSecret: SECRET }],
    ['SMTP_URL', 'smtps://u:p@mail.example', { smtpUrl: 'smtps://u:p@mail.example' }],
    ['MAIL_FROM', 'Ordination <praxis@mail.example>', { mailFrom: 'Ordination <praxis@mail.example>' }],
    ['ADMIN_EMAIL', 'admin@mail.example', { adminEmail: 'admin@mail.example' }],
    ['ADMIN_EMAIL', 'büro@mail.example', { adminEmail: 'büro@mail.example' }],
    ['ADMIN_PASSWORD', 'twelve chars', { adminPassword: 'twelve chars' }],
    ['TURNSTILE_SITE_KEY', '1x00', { turnstileSiteKey: '1x00' }],
    ['TURNSTILE_VERIFY_URL', 'http://127.0.0.1:9/', { turnstileVerifyUrl: 'http://127.0.0.1:9' }],
    [
      'TURNSTILE_VERIFY_URL',
      'HTTP://Verify.example/A?B',
      { turnstileVerifyUrl: 'http://verify.example/A?B' },
    ],
    ['BASE_URL', 'HTTPS://Termine.Example/', { baseUrl: 'https://termine.example', baseUrlIsSet: true }],
    ['HOLD_MINUTES', '60', { holdMinutes: 60 }],
    ['TRUSTED_PROXIES', ' 10.0.0.0/8, ::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
    ['HSTS_INCLUDE_SUBDOMAINS', '1', { hstsIncludeSubdomains: true }],
    ['ALLOW_PRIVATE_TARGETS', '1', { allowPrivateTargets: true }],
    [
      'CLICKSEND_BASE_URL',
      'http://127.0.0.1:9',
      { smsBaseUrls: expect.objectContaining({ clicksend: 'http://127.0.0.1:9' }) },
    ],
    [
      'SEVENIO_BASE_URL',
      'http://127.0.0.1:9',
      { smsBaseUrls: expect.objectContaining({ sevenio: 'http://127.0.0.1:9' }) },
    ],
    ['AFTER_BACKUP', ' /bin/sh  -c true', { afterBackup: ['/bin/sh', '-c', 'true'] }],
    ['RATE_LIMITS', 'off', { rateLimits: false }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['ORDI_DEMO', '1', { demo: true }],
    ['NODE_ENV', 'production', { production: true }],
  ])('reads %s=%s', (name, text, expected) => {
    expect(readConfig({ [name]: text })).toEqual({ ...readConfig({}), ...expected })
  })

  it.each([
    ['PORT', ['0', '65536', '80.5', 'http', '-1', ' 80'], 'must be a whole number from 1 to 65535'],
    ['BASE_URL', ['termine.example', 'ftp://termine.example'], 'must be an http or https address'],
    [
      'BASE_URL',
      ['https://a:b@termine.example', 'https://termine.example/?a=b', 'https://termine.example/#x'],
      'must be without user, password, ? and #',
    ],
    [
      'BASE_URL',
      ['https://ordination.example/termine', 'https://ordination.example/termine/', 'http://nas.example/a/b'],
      'must be without a path: Ordi needs a host name of its own, such as https://termine.ordination.at',
    ],
    ['APP_SECRET', ['x'.repeat(31)], 'must have at least 32 bytes'],
    [
      'SMTP_URL',
      ['mail.example', 'https://mail.example', 'smtp://', 'smtp:mail', 'smtp:///mail.example'],
      'must be smtp://… or smtps://…',
    ],
    [
      'SMTP_URL',
      ['smtp://u:p/w@mail.example', 'smtps://u:p#w@mail.example:465', 'smtp://u:p?w@mail.example'],
      'must be smtp://… or smtps://…, with %2F, %3F and %23 instead of /, ? and # in the password',
    ],
    [
      'SMTP_URL',
      ['smtp://u:p@mail.example:65536', 'smtps://mail.example:99999/'],
      'must have a port from 1 to 65535',
    ],
    [
      'MAIL_FROM',
      ['praxis', 'a@b.at\r\nBcc: c@d.at', 'a@b.at, c@d.at', 'Praxis <a@b.at', 'a@b.at>'],
      'must be an e-mail address',
    ],
    ['ADMIN_EMAIL', ['admin'], 'must be an e-mail address'],
    ['ADMIN_PASSWORD', ['eleven char'], 'is refused: it must have at least 12 characters'],
    ['ADMIN_PASSWORD', ['Passwort1234', 'abcabcabcabc'], 'is refused: it is one of the commonest'],
    ['TURNSTILE_VERIFY_URL', ['file:///etc/passwd'], 'must be an http or https address'],
    ['TURNSTILE_VERIFY_URL', ['https://u:p@verify.example/?a=b'], 'must be without user and password'],
    ['HOLD_MINUTES', ['0', '61', 'ten'], 'must be a whole number from 1 to 60'],
    [
      'TRUSTED_PROXIES',
      ['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/9', '10.0.0.0/0x8', '10.0.0.0/8 ::1', '/8'],
      'must be a list of networks such as 10.0.0.0/8, ::1/128',
    ],
    ['HSTS_INCLUDE_SUBDOMAINS', ['yes'], 'must be 0 or 1'],
    ['ALLOW_PRIVATE_TARGETS', ['yes', 'true'], 'must be 0 or 1'],
    ['CLICKSEND_BASE_URL', ['rest.clicksend.com'], 'must be an http or https address'],
    ['SEVENIO_BASE_URL', ['gateway.seven.io'], 'must be an http or https address'],
    [
      'CLICKSEND_BASE_URL',
      [
        'https://u:p@rest.clicksend.com/v3',
        'https://u@rest.clicksend.com',
        'HTTPS://u:p%40w@rest.clicksend.com',
      ],
      'must be without user and password',
    ],
    ['SEVENIO_BASE_URL', ['https://u:p@gateway.seven.io/api'], 'must be without user and password'],
    [
      'AFTER_BACKUP',
      ['sh', '../bin/sh', '/nowhere/copy', '/etc/passwd', '/bin'],
      'must be the whole path of a program that may be run, and its arguments',
    ],
    ['RATE_LIMITS', ['0', 'OFF'], 'must be on or off'],
    ['LOG_LEVEL', ['loud'], 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['ORDI_DEMO', ['2'], 'must be 0 or 1'],
  ])('refuses a wrong %s', (name, texts, sentence) => {
    for (const text of texts)
      expect([text, ...errorsOf({ [name]: text })]).toEqual([text, `${name} ${sentence}`])
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
    expect(errorsOf(env).map((line) => line.split(' ')[0])).toEqual([
      'SMTP_URL_FILE',
      'PORT',
      'BASE_URL',
      'APP_SECRET',
      'RATE_LIMITS',
    ])
  })

  it('ignores empty variables', () => {
    expect(readConfig({ PORT: '', APP_SECRET: '', SMTP_URL: '', APP_SECRET_FILE: '' })).toEqual(
      readConfig({}),
    )
  })
})

describe('a secret in a file', () => {
  const values = {
    APP_SECRET: [SECRET, 'appSecret'],
    SMTP_URL: ['smtp://u:p@mail.example:587', 'smtpUrl'],
    ADMIN_PASSWORD: ['twelve chars', 'adminPassword'],
    METRICS_TOKEN: ['a long random token', 'metricsToken'],
  } as const

  it.each(Object.entries(values))('is read for %s without its final line break', (name, [secret, key]) => {
    expect(readConfig({ [`${name}_FILE`]: writeSecretFile(`${secret}\n`) })[key]).toBe(secret)
  })

  it.each(Object.entries(values))('is refused when %s is set too', (name, [secret]) => {
    const path = writeSecretFile(secret)
    expect(errorsOf({ [name]: secret, [`${name}_FILE`]: path })).toEqual([
      `${name} and ${name}_FILE are both set; keep one`,
    ])
  })

  it('must be readable and valid', () => {
    expect(errorsOf({ APP_SECRET_FILE: '/nowhere/secret' })).toEqual([
      'APP_SECRET_FILE names a file that cannot be read: /nowhere/secret',
    ])
    expect(errorsOf({ APP_SECRET_FILE: writeSecretFile('short') })).toEqual([
      'APP_SECRET must have at least 32 bytes',
    ])
    expect(errorsOf({ ADMIN_PASSWORD_FILE: writeSecretFile('\n') })).toEqual([
      expect.stringContaining('ADMIN_PASSWORD'),
    ])
  })
})
