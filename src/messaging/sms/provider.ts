import type { balances } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'
import { type TlsFault, tlsFaultOf } from '../../shared/tls-fault.ts'

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
      /** Thousandths of a cent; undefined when the account is not kept in euros. */
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

export type SmsFault = Readonly<{
  ok: false
  kind: FaultKind
  sendStatus: string | null
  /** A German sentence for the admin, without any part of the message. */
  detail: string
}>

/** The fault and the German sentence of each code of a provider. */
export type FaultCodes = Readonly<Record<string, readonly [FaultKind, sentence: string]>>

export type DeliveryStatus = 'sent' | 'delivered' | 'pending' | 'not delivered'

/** A provider's report on a message that it had accepted. */
export type DeliveryReport = Readonly<{
  messageId: string
  /** The portal's reference if the provider repeats it. */
  logUuid: string | undefined
  status: DeliveryStatus
  at: Instant | undefined
}>

export type Balance = Omit<typeof balances.$inferSelect, 'provider' | 'at'>

/** A client for a provider's account. It never throws, whatever the provider answers. */
export type ProviderClient = Readonly<{
  send(message: TextMessage): Promise<SmsResult>
  /** Returns undefined when the provider's answer has no balance. */
  readBalance(): Promise<Balance | undefined>
  /**
   * Passes the reports on messages sent after `since` to `store`, in one or several calls. Returns false when
   * it cannot read all.
   */
  collectReports(since: Instant, store: (reports: readonly DeliveryReport[]) => void): Promise<boolean>
}>

/** Returns the fault for a code. An unknown code means that the message is refused. */
export function refusal(codes: FaultCodes, code: string): SmsFault {
  const known = Object.hasOwn(codes, code) ? codes[code] : undefined
  // Anything longer could contain parts of the message.
  const shown = /^\w{1,40}$/.test(code) ? code : 'ohne Code'
  const [kind, sentence] = known ?? (['message', 'Die Nachricht wurde abgelehnt.'] as const)
  return { ok: false, kind, sendStatus: shown, detail: `${sentence} (${shown})` }
}

/** The fault of an unreadable answer, after which the message may or may not have been accepted. */
export const unreadable: SmsFault = {
  ok: false,
  kind: 'unknown',
  sendStatus: null,
  detail: 'Unverständliche Antwort: Es ist nicht bekannt, ob die SMS gesendet wurde.',
}

/** Converts euros as the providers write them, `0.0726` or `"0.0726"`, into thousandths of a cent. */
export function millicents(price: string | number | null | undefined, currency = 'EUR'): number | undefined {
  if (price === null || price === undefined || price === '' || currency !== 'EUR') return undefined
  const euros = Number(price)
  return Number.isFinite(euros) && euros >= 0 ? Math.round(euros * 100_000) : undefined
}

/** A response. `body` is parsed if it is JSON, else a text. */
export type ProviderAnswer = Readonly<{ answered: true; status: number; body: unknown }>

/** The lack of a response. `sent` is false when the request certainly did not reach the provider. */
type Silence = Readonly<{ answered: false; sent: boolean; why: string }>

export type Request = Readonly<{
  method: 'GET' | 'POST' | 'PUT'
  headers: Readonly<Record<string, string>>
  body?: string
  /** Milliseconds until the last byte of the response. */
  timeoutMs: number
}>

/**
 * Milliseconds. Node gives up connecting after 10 s, so `send` leaves 5 s for the response and tells the two
 * apart.
 */
export const TIMEOUT_MS = { send: 15_000, read: 10_000, balance: 5_000 }

/** Words for the admin; all other faults are told by their code. */
const TLS_FAULTS: Readonly<Record<TlsFault, string>> = {
  certificate: 'dem Zertifikat wird nicht vertraut',
  plain: 'ohne Verschlüsselung',
  version: 'veraltete Verschlüsselung',
}

/** Makes one call. Follows no redirect, because the credentials would follow it too. */
export async function call(
  httpFetch: typeof fetch,
  url: string,
  request: Request,
): Promise<ProviderAnswer | Silence> {
  const { timeoutMs, ...init } = request
  try {
    const response = await httpFetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { answered: true, status: response.status, body: parse(await response.text()) }
  } catch (error) {
    return silenceOf(error)
  }
}

/** Returns the fault of a message whose call has no response. */
export function silentFault({ sent, why }: Silence): SmsFault {
  return sent
    ? {
        ok: false,
        kind: 'unknown',
        sendStatus: null,
        detail: `Keine Antwort (${why}): Es ist nicht bekannt, ob die SMS gesendet wurde.`,
      }
    : { ok: false, kind: 'temporary', sendStatus: null, detail: `Nicht erreichbar (${why}).` }
}

/**
 * Returns the fault of a refused call by its code, else by its HTTP status. A code in a 5xx does not count.
 */
export function refusedCall(codes: FaultCodes, status: number, code: string): SmsFault {
  const known = status < 500 && Object.hasOwn(codes, code)
  return (known ? undefined : faultOfStatus(status)) ?? refusal(codes, code)
}

function faultOfStatus(status: number): SmsFault | undefined {
  const fault = (kind: SmsFault['kind'], sentence: string): SmsFault => ({
    ok: false,
    kind,
    sendStatus: `HTTP ${status}`,
    detail: `${sentence} (HTTP ${status})`,
  })
  if (status >= 500) return fault('unknown', 'Störung: Es ist nicht bekannt, ob die SMS gesendet wurde.')
  if (status === 429) return fault('temporary', 'Zu viele Anfragen.')
  if (status === 401 || status === 403) return fault('configuration', 'Die Zugangsdaten wurden abgelehnt.')
  if (status === 404 || status === 405)
    return fault('configuration', 'Unter dieser Adresse antwortet kein SMS-Dienst.')
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}

type Cause = Readonly<{ code?: string; syscall?: string; message?: string; errors?: readonly Cause[] }>

function silenceOf(error: unknown): Silence {
  const { name, cause = {} } = error as { name?: string; cause?: Cause }
  if (name === 'TimeoutError') return { answered: false, sent: true, why: 'Zeitüberschreitung' }
  const tls = tlsFaultOf(cause)
  if (tls !== undefined) return { answered: false, sent: false, why: TLS_FAULTS[tls] }
  return { answered: false, sent: !wasNotSent(cause), why: cause.code ?? 'Verbindung abgebrochen' }
}

/** Returns true for a missing connection and a redirect: the request was then not sent. */
function wasNotSent({ code = '', syscall, message, errors }: Cause): boolean {
  if (errors !== undefined) return errors.every(wasNotSent)
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    message === 'unexpected redirect'
  )
}
