import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const SECRET = 'x'.repeat(32)

/** A text for each variable, and what it changes in the configuration. */
const ACCEPTED = [
  { name: 'PORT', text: '80', expected: { port: 80, baseUrl: 'http://localhost:80' } },
  { name: 'HOST', text: '::1', expected: { host: '::1' } },
  { name: 'DATA_DIR', text: '/data', expected: { dataDir: '/data' } },
  {
    name: 'BASE_URL',
    text: 'https://termine.example/',
    expected: { baseUrl: 'https://termine.example', baseUrlIsSet: true },
  },
  {
    name: 'BASE_URL',
    text: 'HTTPS://Termine.Example/',
    expected: { baseUrl: 'https://termine.example', baseUrlIsSet: true },
  },
  { name: 'APP_SECRET', text: SECRET, expected: { appSecret: SECRET } },
  { name: 'SMTP_URL', text: 'smtps://u:p@mail.example', expected: { smtpUrl: 'smtps://u:p@mail.example' } },
  {
    name: 'MAIL_FROM',
    text: 'Ordination <praxis@mail.example>',
    expected: { mailFrom: 'Ordination <praxis@mail.example>' },
  },
  { name: 'ADMIN_EMAIL', text: 'admin@mail.example', expected: { adminEmail: 'admin@mail.example' } },
  { name: 'ADMIN_EMAIL', text: 'büro@mail.example', expected: { adminEmail: 'büro@mail.example' } },
  { name: 'ADMIN_PASSWORD', text: 'twelve chars', expected: { adminPassword: 'twelve chars' } },
  { name: 'TURNSTILE_SITE_KEY', text: '1x00', expected: { turnstileSiteKey: '1x00' } },
  {
    name: 'TURNSTILE_VERIFY_URL',
    text: 'http://127.0.0.1:9/',
    expected: { turnstileVerifyUrl: 'http://127.0.0.1:9' },
  },
  {
    name: 'TURNSTILE_VERIFY_URL',
    text: 'HTTP://Verify.example/A?B',
    expected: { turnstileVerifyUrl: 'http://verify.example/A?B' },
  },
  { name: 'HOLD_MINUTES', text: '60', expected: { holdMinutes: 60 } },
  {
    name: 'TRUSTED_PROXIES',
    text: ' 10.0.0.0/8, ::1',
    expected: { trustedProxies: ['10.0.0.0/8', '::1'] },
  },
  { name: 'HSTS_INCLUDE_SUBDOMAINS', text: '1', expected: { hstsIncludeSubdomains: true } },
  { name: 'ALLOW_PRIVATE_TARGETS', text: '1', expected: { allowPrivateTargets: true } },
  {
    name: 'CLICKSEND_BASE_URL',
    text: 'http://127.0.0.1:9',
    expected: { smsBaseUrls: expect.objectContaining({ clicksend: 'http://127.0.0.1:9' }) },
  },
  {
    name: 'SEVENIO_BASE_URL',
    text: 'http://127.0.0.1:9',
    expected: { smsBaseUrls: expect.objectContaining({ sevenio: 'http://127.0.0.1:9' }) },
  },
  { name: 'AFTER_BACKUP', text: ' /bin/sh  -c true', expected: { afterBackup: ['/bin/sh', '-c', 'true'] } },
  { name: 'RATE_LIMITS', text: 'off', expected: { rateLimits: false } },
  { name: 'LOG_LEVEL', text: 'debug', expected: { logLevel: 'debug' } },
  { name: 'ORDI_DEMO', text: '1', expected: { demo: true } },
  { name: 'NODE_ENV', text: 'production', expected: { production: true } },
]

/** Texts that each variable refuses, and the sentence of the refusal. */
const REFUSED = [
  {
    name: 'PORT',
    texts: ['0', '65536', '80.5', 'http', '-1', ' 80'],
    sentence: 'must be a whole number from 1 to 65535',
  },
  {
    name: 'BASE_URL',
    texts: ['termine.example', 'ftp://termine.example'],
    sentence: 'must be an http or https address',
  },
  {
    name: 'BASE_URL',
    texts: ['https://a:b@termine.example', 'https://termine.example/?a=b', 'https://termine.example/#x'],
    sentence: 'must be without user, password, ? and #',
  },
  {
    name: 'BASE_URL',
    texts: [
      'https://ordination.example/termine',
      'https://ordination.example/termine/',
      'http://nas.example/a/b',
    ],
    sentence:
      'must be without a path: Ordi needs a host name of its own, such as https://termine.ordination.at',
  },
  { name: 'APP_SECRET', texts: ['x'.repeat(31)], sentence: 'must have at least 32 bytes' },
  {
    name: 'SMTP_URL',
    texts: ['mail.example', 'https://mail.example', 'smtp://', 'smtp:mail', 'smtp:///mail.example'],
    sentence: 'must be smtp://… or smtps://…',
  },
  {
    name: 'SMTP_URL',
    texts: ['smtp://u:p/w@mail.example', 'smtps://u:p#w@mail.example:465', 'smtp://u:p?w@mail.example'],
    sentence: 'must be smtp://… or smtps://…, with %2F, %3F and %23 instead of /, ? and # in the password',
  },
  {
    name: 'SMTP_URL',
    texts: ['smtp://u:p@mail.example:65536', 'smtps://mail.example:99999/', 'smtp://mail.example:0'],
    sentence: 'must have a port from 1 to 65535',
  },
  {
    name: 'MAIL_FROM',
    texts: ['praxis', 'a@b.at\r\nBcc: c@d.at', 'a@b.at, c@d.at', 'Praxis <a@b.at', 'a@b.at>'],
    sentence: 'must be an e-mail address',
  },
  { name: 'ADMIN_EMAIL', texts: ['admin'], sentence: 'must be an e-mail address' },
  {
    name: 'ADMIN_PASSWORD',
    texts: ['eleven char'],
    sentence: 'is refused: it must have at least 12 characters',
  },
  {
    name: 'ADMIN_PASSWORD',
    texts: ['Passwort1234', 'abcabcabcabc'],
    sentence: 'is refused: it is one of the commonest',
  },
  {
    name: 'TURNSTILE_VERIFY_URL',
    texts: ['file:///etc/passwd'],
    sentence: 'must be an http or https address',
  },
  {
    name: 'TURNSTILE_VERIFY_URL',
    texts: ['https://u:p@verify.example/?a=b'],
    sentence: 'must be without user and password',
  },
  { name: 'HOLD_MINUTES', texts: ['0', '61', 'ten'], sentence: 'must be a whole number from 1 to 60' },
  {
    name: 'TRUSTED_PROXIES',
    texts: ['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/9', '10.0.0.0/0x8', '10.0.0.0/8 ::1', '/8'],
    sentence: 'must be a list of networks such as 10.0.0.0/8, ::1/128',
  },
  { name: 'HSTS_INCLUDE_SUBDOMAINS', texts: ['yes'], sentence: 'must be 0 or 1' },
  { name: 'ALLOW_PRIVATE_TARGETS', texts: ['yes', 'true'], sentence: 'must be 0 or 1' },
  {
    name: 'CLICKSEND_BASE_URL',
    texts: ['rest.clicksend.com'],
    sentence: 'must be an http or https address',
  },
  { name: 'SEVENIO_BASE_URL', texts: ['gateway.seven.io'], sentence: 'must be an http or https address' },
  {
    name: 'CLICKSEND_BASE_URL',
    texts: [
      'https://u:p@rest.clicksend.com/v3',
      'https://u@rest.clicksend.com',
      'HTTPS://u:p%40w@rest.clicksend.com',
    ],
    sentence: 'must be without user and password',
  },
  {
    name: 'SEVENIO_BASE_URL',
    texts: ['https://u:p@gateway.seven.io/api'],
    sentence: 'must be without user and password',
  },
  {
    name: 'AFTER_BACKUP',
    texts: ['sh', '../bin/sh', '/nowhere/copy', '/etc/passwd', '/bin'],
    sentence: 'must be the whole path of a program that may be run, and its arguments',
  },
  { name: 'RATE_LIMITS', texts: ['0', 'OFF'], sentence: 'must be on or off' },
  {
    name: 'LOG_LEVEL',
    texts: ['loud'],
    sentence: 'must be one of fatal, error, warn, info, debug, trace, silent',
  },
  { name: 'ORDI_DEMO', texts: ['2'], sentence: 'must be 0 or 1' },
]

describe('a variable of the environment', () => {
  it.each(ACCEPTED)('is read: $name=$text', ({ name, text, expected }) => {
    expect(readConfig({ [name]: text })).toEqual({ ...readConfig({}), ...expected })
  })

  it.each(REFUSED)('is refused where it is wrong: $name $sentence', ({ name, texts, sentence }) => {
    const refusal = new ConfigError(`${name} ${sentence}`)
    for (const text of texts) expect(() => readConfig({ [name]: text }), text).toThrow(refusal)
  })
})
