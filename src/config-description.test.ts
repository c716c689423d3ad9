import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { describeConfig } from './config-description.ts'

describe('the description of the configuration', () => {
  it('has the values in force by the names of the variables, which read the same again', () => {
    const env = { PORT: '8081', TRUSTED_PROXIES: '10.0.0.0/8, ::1/128', RATE_LIMITS: 'off', ORDI_DEMO: '1' }
    const described = describeConfig(readConfig(env))
    expect(described).toMatchObject({ ...env, HOLD_MINUTES: '10', BASE_URL: 'http://localhost:8081' })
    expect(Object.keys(described)).not.toContain('SMTP_URL')
    expect(readConfig(described)).toEqual({ ...readConfig(env), baseUrlIsSet: true })
  })

  it('masks secrets', () => {
    const config = readConfig({
      APP_SECRET: 'a secret of thirty-two bytes or so',
      SMTP_URL: 'smtp://somebody:the@pass%2Fword@mail.example:587',
      ADMIN_PASSWORD: 'another long word',
      METRICS_TOKEN: 'one more long word',
      PORT: '8081',
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
    expect(JSON.stringify(described)).not.toMatch(/thirty-two|somebody|pass%|word@|long word/)
  })
})
