import { type Config, withoutSecrets } from './config.ts'
import type { environmentSchema } from './environment-schema.ts'

/**
 * Returns the configuration for display: the values in force, by the names of their variables and in the
 * notation of the environment, with masked secrets. What has no value is left out.
 */
export function describeConfig(config: Config) {
  const masked = (secret: string | undefined) => (secret === undefined ? undefined : '********')
  const flag = (isSet: boolean) => (isSet ? '1' : '0')
  const described = {
    PORT: String(config.port),
    HOST: config.host,
    DATA_DIR: config.dataDir,
    BASE_URL: config.baseUrl,
    APP_SECRET: masked(config.appSecret),
    // The password itself may contain an @, so everything up to the last @ is masked.
    SMTP_URL: config.smtpUrl?.replace(/\/\/.*@/, '//********@'),
    MAIL_FROM: config.mailFrom,
    ADMIN_EMAIL: config.adminEmail,
    ADMIN_PASSWORD: masked(config.adminPassword),
    TURNSTILE_SITE_KEY: config.turnstileSiteKey,
    TURNSTILE_VERIFY_URL: config.turnstileVerifyUrl,
    HOLD_MINUTES: String(config.holdMinutes),
    TRUSTED_PROXIES: config.trustedProxies.join(', ') || undefined,
    HSTS_INCLUDE_SUBDOMAINS: flag(config.hstsIncludeSubdomains),
    ALLOW_PRIVATE_TARGETS: flag(config.allowPrivateTargets),
    CLICKSEND_BASE_URL: config.smsBaseUrls.clicksend,
    SEVENIO_BASE_URL: config.smsBaseUrls.sevenio,
    METRICS_TOKEN: masked(config.metricsToken),
    AFTER_BACKUP: config.afterBackup.map(withoutSecrets).join(' ') || undefined,
    RATE_LIMITS: config.rateLimits ? 'on' : 'off',
    LOG_LEVEL: config.logLevel,
    ORDI_DEMO: flag(config.demo),
    NODE_ENV: config.production ? 'production' : undefined,
  } satisfies Record<keyof typeof environmentSchema.shape, string | undefined>
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined))
}
