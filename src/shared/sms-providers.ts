/**
 * The SMS providers by their names in the API, in the order in which they are asked to send an SMS
 * (messaging/sms/transport.ts). Each name is also the name of the provider's group of settings.
 */
export const SMS_PROVIDERS = ['clicksend', 'sevenio'] as const
export type SmsProvider = (typeof SMS_PROVIDERS)[number]

/** The names as people know them. */
export const PROVIDER_NAMES: Readonly<Record<SmsProvider, string>> = {
  clicksend: 'ClickSend',
  sevenio: 'seven.io',
}

/** Returns the provider that a path segment or a setting names; undefined for any other text. */
export function smsProviderOf(name: string | undefined): SmsProvider | undefined {
  return SMS_PROVIDERS.find((provider) => provider === name)
}
