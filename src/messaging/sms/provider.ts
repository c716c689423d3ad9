import type { balances } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'

/** An SMS as a provider needs it. */
export type TextMessage = Readonly<{
  /** E.164. */
  to: string
  text: string
  /** Our reference, which delivery reports repeat. */
  logUuid: string
}>

/** The result of sending through one provider. `sendStatus` is the provider's own status. */
export type SmsResult =
  | Readonly<{
      ok: true
      sendStatus: string
      /** The provider's id for it. */
      messageId: string | undefined
      sender: string
      /** Thousandths of a cent; undefined when the account is not kept in euros. */
      priceMillicents: number | undefined
    }>
  | SmsFault

/**
 * The kind of a fault decides what happens next (docs/behaviour.md 10.27):
 * - `recipient`: the number cannot be reached. The message has failed.
 * - `message`: this provider refuses the message. Another one may accept it.
 * - `temporary`: it was certainly not sent, and may be accepted later. Another provider is asked at once.
 * - `configuration`: every message is refused until the account or its settings are corrected. Another provider is asked.
 * - `repeated`: the same text was sent to the same number a moment ago.
 * - `unknown`: it may or may not have been sent. It is not repeated automatically.
 */
export type FaultKind = 'recipient' | 'message' | 'temporary' | 'configuration' | 'repeated' | 'unknown'

export type SmsFault = Readonly<{
  ok: false
  kind: FaultKind
  sendStatus: string | null
  /** A German sentence for the admin, without any part of the message. */
  detail: string
}>

/** What each code of a provider means. */
export type FaultCodes = Readonly<Record<string, readonly [FaultKind, sentence: string]>>

export type DeliveryStatus = 'sent' | 'delivered' | 'pending' | 'not delivered'

/** A provider's report on a message that it had accepted. */
export type DeliveryReport = Readonly<{
  messageId: string
  /** Our reference, where the provider repeats it. */
  logUuid: string | undefined
  status: DeliveryStatus
  at: Instant | undefined
}>

export type Balance = Omit<typeof balances.$inferSelect, 'provider' | 'at'>

/** What every provider can do. Does not throw, whatever the provider answers. */
export type ProviderClient = Readonly<{
  send(message: TextMessage): Promise<SmsResult>
  /** Undefined when the provider did not answer it. */
  readBalance(): Promise<Balance | undefined>
  /** Passes the reports on messages sent after `since` to `store`, in one or several calls. False when it could not read all. */
  collectReports(since: Instant, store: (reports: readonly DeliveryReport[]) => void): Promise<boolean>
}>

/** The fault for a code. An unknown code is not worth another attempt. */
export function refusal(codes: FaultCodes, code: string): SmsFault {
  const known = Object.hasOwn(codes, code) ? codes[code] : undefined
  // Anything longer could contain parts of the message.
  const shown = /^\w{1,40}$/.test(code) ? code : 'ohne Code'
  const [kind, sentence] = known ?? (['message', 'Die Nachricht wurde abgelehnt.'] as const)
  return { ok: false, kind, sendStatus: shown, detail: `${sentence} (${shown})` }
}

/** For an answer that cannot be read: the message may have been accepted. */
export const unreadable: SmsFault = {
  ok: false,
  kind: 'unknown',
  sendStatus: null,
  detail: 'Unverständliche Antwort: Es ist nicht bekannt, ob die SMS gesendet wurde.',
}

/** Euros as the providers write them, `0.0726` or `"0.0726"`, in thousandths of a cent. */
export function millicents(price: string | number | null | undefined, currency = 'EUR'): number | undefined {
  if (price === null || price === undefined || price === '' || currency !== 'EUR') return undefined
  const euros = Number(price)
  return Number.isFinite(euros) && euros >= 0 ? Math.round(euros * 100_000) : undefined
}
