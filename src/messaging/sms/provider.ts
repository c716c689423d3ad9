import type { balances } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'

/** What a provider needs to know of a text message. */
export type TextMessage = Readonly<{
  /** E.164. */
  to: string
  text: string
  /** Our own reference, which comes back in delivery reports. */
  logUuid: string
}>

/** What became of a text message at one provider, as data. `sendStatus` is the provider's own word. */
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
 * Whose fault it was decides what happens next:
 * - `recipient`: nobody can reach this number. It has failed.
 * - `message`: this provider takes no such message. The other one may.
 * - `temporary`: it was certainly not sent, and may be later. The other one is asked at once.
 * - `configuration`: the same for every message until somebody mends the account or its settings. The other one is asked.
 * - `repeated`: the very same words went to the same number a moment ago.
 * - `unknown`: it may or may not have been sent. Nobody is asked again by itself.
 */
export type FaultKind = 'recipient' | 'message' | 'temporary' | 'configuration' | 'repeated' | 'unknown'

export type SmsFault = Readonly<{
  ok: false
  kind: FaultKind
  sendStatus: string | null
  /** A German sentence for the admin, with nothing of the message in it. */
  detail: string
}>

/** The codes of a provider, and what each means. */
export type FaultCodes = Readonly<Record<string, readonly [FaultKind, sentence: string]>>

/** What the screen colours by: green, green, grey, red (specification, section 2, outbox). */
export type DeliveryStatus = 'sent' | 'delivered' | 'pending' | 'not delivered'

/** What a provider told about a message that it had taken. */
export type DeliveryReport = Readonly<{
  messageId: string
  /** Our own reference, where the provider sends it along. */
  logUuid: string | undefined
  status: DeliveryStatus
  at: Instant | undefined
}>

export type Balance = Omit<typeof balances.$inferSelect, 'provider' | 'at'>

/** What both providers can do. Nothing here throws for what a provider answers or fails to answer. */
export type ProviderClient = Readonly<{
  send(message: TextMessage): Promise<SmsResult>
  /** Undefined when the provider did not say. */
  readBalance(): Promise<Balance | undefined>
  /**
   * Hands to `keep` what it can tell about messages that were sent after `since`, in one piece or several. False when it
   * did not tell all of it.
   */
  collectReports(since: Instant, keep: (reports: readonly DeliveryReport[]) => void): Promise<boolean>
}>

/** The fault of a refusal by its code. A code that nobody knows is no reason to try the same again. */
export function refusal(codes: FaultCodes, code: string): SmsFault {
  const known = Object.hasOwn(codes, code) ? codes[code] : undefined
  // What is not a bare code could hold parts of the message.
  const shown = /^\w{1,40}$/.test(code) ? code : 'ohne Code'
  const [kind, sentence] = known ?? (['message', 'Die Nachricht wurde abgelehnt.'] as const)
  return { ok: false, kind, sendStatus: shown, detail: `${sentence} (${shown})` }
}

/** It was taken in some way, but nobody can tell in which. */
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
