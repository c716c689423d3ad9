import type { balances } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'

/** An SMS as a provider needs it. */
export type TextMessage = Readonly<{
  /** The number in E.164. */
  to: string
  text: string
  /** The portal's reference, which delivery reports repeat. */
  logUuid: string
}>

/** The result of sending an SMS through one provider. `sendStatus` is the provider's own code. */
export type SmsResult =
  | Readonly<{
      ok: true
      sendStatus: string
      /** The provider's id of the message. */
      messageId: string | undefined
      sender: string
      /** Thousandths of a cent; undefined if the account is not in euros. */
      priceMillicents: number | undefined
    }>
  | SmsFault

/**
 * The kind of a fault decides what happens next (docs/behaviour.md 10.27):
 * - `recipient`: the number cannot be reached. The message has failed.
 * - `limit`: the number gets no more messages today. The message has failed.
 * - `message`: this provider refuses the message. Another one may accept it.
 * - `temporary`: it was certainly not sent, and may be accepted later. Another provider is asked at once.
 * - `configuration`: every message is refused until the account or its settings are corrected. Another
 *   provider is asked.
 * - `repeated`: the same text was sent to the same number a moment ago.
 * - `unknown`: it may or may not have been sent. It is not repeated automatically.
 */
export type FaultKind =
  | 'recipient'
  | 'limit'
  | 'message'
  | 'temporary'
  | 'configuration'
  | 'repeated'
  | 'unknown'

/** The reason why a provider did not send an SMS, or may not have sent it. */
export type SmsFault = Readonly<{
  ok: false
  kind: FaultKind
  /** The provider's own code; null when there is none. */
  sendStatus: string | null
  /** A German sentence for the admin, without any part of the message. */
  detail: string
}>

/** The state of an SMS that the provider has accepted: on its way, arrived, waiting, or lost. */
export type DeliveryStatus = 'sent' | 'delivered' | 'pending' | 'not delivered'

/** A provider's report on a message that it had accepted. */
export type DeliveryReport = Readonly<{
  messageId: string
  /** The portal's reference if the provider repeats it. */
  logUuid: string | undefined
  status: DeliveryStatus
  /** When the status was reached; undefined when the report does not say so. */
  at: Instant | undefined
}>

/** The money left in an account: an amount as the provider writes it, and its currency (ISO 4217). */
export type Balance = Omit<typeof balances.$inferSelect, 'provider' | 'at'>

/** A client for a provider's account. Its functions never throw, whatever the provider answers. */
export type ProviderClient = Readonly<{
  send(message: TextMessage): Promise<SmsResult>
  /**
   * Returns `refused` when the provider does not accept the credentials, and undefined when its answer has no
   * balance for another reason.
   */
  readBalance(): Promise<Balance | 'refused' | undefined>
  /**
   * Passes the reports on messages sent after `since` to `store`, in one or several calls. Returns false if
   * it cannot read all of them.
   */
  collectReports(since: Instant, store: (reports: readonly DeliveryReport[]) => void): Promise<boolean>
}>

/**
 * Converts euros as the providers write them, `0.0726` or `"0.0726"`, into thousandths of a cent. Returns
 * undefined for no price and for another currency.
 */
export function toMillicents(
  price: string | number | null | undefined,
  currency = 'EUR',
): number | undefined {
  if (price === null || price === undefined || price === '' || currency !== 'EUR') return undefined
  const amount = Math.round(Number(price) * 100_000)
  return Number.isSafeInteger(amount) && amount >= 0 ? amount : undefined
}
