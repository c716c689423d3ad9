import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { describeConfig } from './config-description.ts'

const ENV = { PORT: '8081', TRUSTED_PROXIES: '10.0.0.0/8, ::1/128', RATE_LIMITS: 'off', ORDI_DEMO: '1' }

describe('the description of the configuration', () => {
  it('has the values in force, set ones and defaults, by the names of the variables', () => {
    const described = describeConfig(readConfig(ENV))
    expect(described).toMatchObject({ ...ENV, HOLD_MINUTES: '10', BASE_URL: 'http://localhost:8081' })
  })

  it('leaves out a variable that is not set and has no default', () => {
    expect(Object.keys(describeConfig(readConfig(ENV)))).not.toContain('SMTP_URL')
  })

  it('can be read as an environment again, with the same result', () => {
    const config = readConfig(ENV)
    // The description states the default of BASE_URL too, so that it counts as set.
    expect(readConfig(describeConfig(config))).toEqual({ ...config, baseUrlIsSet: true })
  })

  it('masks secrets', () => {
    const config = readConfig({
      APP_SECRET: 'a secret of thirty-two bytes or so',
      SMTP_URL: 'smtp://somebody:the@pass%2Fword@mail.example:587',
      ADMIN_PASSWORD: 'another long word',
      METRICS_TOKEN: 'one more long word',
      AFTER_BACKUP: '/bin/true sftp://ordi:nas-word@nas.example',
    })
    const described = describeConfig(config)
    expect(described).toMatchObject({
      APP_SECRET: '********',
      SMTP_URL: 'smtp://********@mail.example:587',
      ADMIN_PASSWORD: '********',
      METRICS_TOKEN: '********',
      AFTER_BACKUP: '/bin/true sftp://********@nas.example',
    })
    // Parts of each secret, for some of them could be masked only up to their first special character.
    expect(JSON.stringify(described)).not.toMatch(/thirty-two|somebody|pass%|word@|long word/)
  })
})
