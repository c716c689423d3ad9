import { formatAmount } from '../../../src/shared/money.ts'

/**
 * How one patient is reached; without a channel, by a telephone call. `sms_price` is the usual price of an
 * SMS to that patient in euros, if known.
 */
type Reached = { by: readonly ('sms' | 'email')[]; sms_price: number | null }

/**
 * Returns how many messages will be sent, with the cost of the SMS: `3 SMS (rund € 0,24) und 1 E-Mail`; empty
 * for nothing.
 */
export function messageCountText(reached: readonly Reached[]): string {
  const reachedBySms = reached.filter(({ by }) => by.includes('sms'))
  const smsCount = reachedBySms.length
  const emailCount = reached.filter(({ by }) => by.includes('email')).length
  const smsCosts = reachedBySms.reduce((sum, { sms_price }) => sum + (sms_price ?? 0), 0)
  const costText = smsCosts > 0 ? ` (rund ${formatAmount(smsCosts)})` : ''
  const parts = [
    smsCount > 0 && `${smsCount} SMS${costText}`,
    emailCount > 0 && `${emailCount} ${emailCount === 1 ? 'E-Mail' : 'E-Mails'}`,
  ]
  return parts.filter(Boolean).join(' und ')
}

/** Returns the channels by which one patient is reached: `SMS und E-Mail`, or `bitte anrufen`. */
export function channelsText(by: Reached['by']): string {
  if (by.length === 0) return 'bitte anrufen'
  return by.map((channel) => (channel === 'sms' ? 'SMS' : 'E-Mail')).join(' und ')
}
