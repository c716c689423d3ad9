/**
 * The SMS providers by their wire names, in the order in which they are asked. Each id is also the name of
 * its settings group.
 */
export const SMS_PROVIDERS = ['clicksend', 'sevenio'] as const
export type SmsProvider = (typeof SMS_PROVIDERS)[number]

export const PROVIDER_NAMES: Readonly<Record<SmsProvider, string>> = {
  clicksend: 'ClickSend',
  sevenio: 'seven.io',
}

/** Returns the provider that a path segment or a setting names; undefined for any other text. */
export function smsProviderOf(name: string | undefined): SmsProvider | undefined {
  return SMS_PROVIDERS.find((provider) => provider === name)
}
