import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readSettings } from '../../practice/settings.ts'
import type { Instant } from '../../shared/day.ts'
import {
  type Balance,
  type DeliveryReport,
  type DeliveryStatus,
  millicents,
  type ProviderClient,
  type SmsResult,
} from './provider.ts'
import { call, type ProviderAnswer, TIMEOUT_MS } from './provider-call.ts'
import {
  type FaultCodes,
  faultOfCode,
  faultOfRefusedCall,
  faultOfSilence,
  UNREADABLE,
} from './provider-faults.ts'

/** seven.io, formerly sms77 (docs.seven.io): forms in, JSON out, header X-Api-Key. */

const ACCEPTED = '100'
const SOME_FAILED = '101'

const CODES: FaultCodes = {
  11: ['temporary', 'Der Netzbetreiber ist vorübergehend nicht erreichbar.'],
  201: ['configuration', 'Der Absender ist ungültig.'],
  202: ['recipient', 'Die Nummer ist ungültig.'],
  300: ['configuration', 'Die Zugangsdaten fehlen.'],
  301: ['message', 'Die Nummer fehlt.'],
  304: ['message', 'Die Art der Nachricht fehlt.'],
  305: ['message', 'Der Text ist ungültig.'],
  306: ['configuration', 'Der Absender ist ungültig.'],
  308: ['message', 'Eine Angabe ist unbekannt.'],
  400: ['message', 'Die Art der Nachricht ist ungültig.'],
  401: ['message', 'Der Text ist zu lang.'],
  402: ['repeated', 'Derselbe Text ging in den letzten drei Minuten schon an diese Nummer.'],
  403: ['limit', 'Das Tageslimit für diese Nummer ist erreicht.'],
  500: ['configuration', 'Das Guthaben reicht nicht.'],
  600: ['temporary', 'Störung beim Netzbetreiber.'],
  700: ['temporary', 'Störung beim SMS-Dienst.'],
  801: ['message', 'Die Referenz ist ungültig.'],
  802: ['message', 'Das Etikett ist ungültig.'],
  900: ['configuration', 'Der API-Schlüssel wurde abgelehnt.'],
  901: ['configuration', 'Die Signatur wurde abgelehnt.'],
  902: ['configuration', 'Dem API-Schlüssel fehlt ein Recht.'],
  903: ['configuration', 'Diese IP-Adresse ist nicht freigeschaltet.'],
}

const DELIVERY = new Map<string, DeliveryStatus>([
  ['ACCEPTED', 'sent'],
  ['TRANSMITTED', 'sent'],
  ['BUFFERED', 'pending'],
  ['DELIVERED', 'delivered'],
  ['NOTDELIVERED', 'not delivered'],
  ['EXPIRED', 'not delivered'],
  ['REJECTED', 'not delivered'],
  ['FAILED', 'not delivered'],
])

/** Messages per page of the journal. */
const MESSAGES_PER_PAGE = 100
/** Pages per run. */
const PAGES_PER_RUN = 10

/** The time zone of times that the provider writes without an offset. */
const PROVIDER_ZONE = 'Europe/Berlin'

const number = z.union([z.string(), z.number()])
const sendResponse = z.object({
  success: number.transform(String),
  total_price: number.nullish(),
  messages: z
    .array(
      z.object({
        id: number.transform(String).nullish(),
        sender: z.string().nullish(),
        price: number.nullish(),
        success: z.boolean(),
        error: number.transform(String).nullish(),
      }),
    )
    .nullish(),
})
const amount = number.refine((sum) => sum !== '' && Number.isFinite(Number(sum))).transform(String)
const balance = z.object({ amount, currency: z.string().nullish() })
const journal = z.array(
  z.object({
    id: number.transform(String),
    foreign_id: z.string().nullish(),
    dlr: z.string().nullish(),
    dlr_timestamp: z.string().nullish(),
  }),
)
const report = z.object({
  msg_id: number.transform(String),
  foreign_id: z.string().nullish(),
  status: z.string(),
  timestamp: z.string().nullish(),
})
const hook = z.object({ webhook_event: z.literal('dlr'), data: report })

/** Returns a client, or undefined while the key is not set. */
export function openSevenio(ctx: Ctx, httpFetch: typeof fetch): ProviderClient | undefined {
  const { SEVENIO_KEY, SEVENIO_FROM } = readSettings(ctx, 'sevenio')
  if (SEVENIO_KEY === '') return undefined
  const base = ctx.config.smsBaseUrls.sevenio
  const headers = { 'x-api-key': SEVENIO_KEY, accept: 'application/json' }
  const get = (path: string, timeoutMs: number) =>
    call(httpFetch, `${base}${path}`, { method: 'GET', headers, timeoutMs })
  return {
    async send({ to, text, logUuid }) {
      const answer = await call(httpFetch, `${base}/sms`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        // An empty sender or an unknown parameter would be refused.
        body: new URLSearchParams({
          to,
          text,
          foreign_id: logUuid,
          ...(SEVENIO_FROM !== '' && { from: SEVENIO_FROM }),
        }).toString(),
        timeoutMs: TIMEOUT_MS.send,
      })
      return answer.answered ? readSendResponse(answer, SEVENIO_FROM) : faultOfSilence(answer)
    },
    async readBalance() {
      const answer = await get('/balance', TIMEOUT_MS.balance)
      return answer.answered ? readAmount(answer) : undefined
    },
    async collectReports(since, store) {
      for (let page = 0; page < PAGES_PER_RUN; page++) {
        const query = new URLSearchParams({
          date_from: berlinDay(since),
          limit: String(MESSAGES_PER_PAGE),
          offset: String(page * MESSAGES_PER_PAGE),
        })
        const answer = await get(`/journal/outbound?${query}`, TIMEOUT_MS.read)
        const entries = answer.answered && answer.status === 200 ? journal.safeParse(answer.body) : undefined
        if (!entries?.success) return false
        store(entries.data.map(readEntry).filter((found) => found !== undefined))
        if (entries.data.length < MESSAGES_PER_PAGE) break
      }
      return true
    },
  }
}

/** Reads a pushed delivery report, as JSON or from a form. Returns undefined for any other body. */
export function readSevenioReport(body: unknown): DeliveryReport | undefined {
  const read = z.union([hook.transform(({ data }) => data), report]).safeParse(body)
  if (!read.success) return undefined
  const { msg_id: messageId, foreign_id: logUuid, status, timestamp } = read.data
  return reportOf({ messageId, logUuid, dlr: status, time: timestamp })
}

function readEntry({ id, foreign_id, dlr, dlr_timestamp }: z.infer<typeof journal>[number]) {
  return reportOf({ messageId: id, logUuid: foreign_id, dlr, time: dlr_timestamp })
}

/** Returns a delivery report; undefined for a status (`dlr`) that the provider does not document. */
function reportOf({
  messageId,
  logUuid,
  dlr,
  time,
}: {
  messageId: string
  logUuid: string | null | undefined
  dlr: string | null | undefined
  time: string | null | undefined
}): DeliveryReport | undefined {
  const status = DELIVERY.get(dlr?.toUpperCase() ?? '')
  return status && { messageId, logUuid: logUuid || undefined, status, at: instantOf(time ?? '') }
}

/**
 * Reads the answer to a message. A refusal may also be a 200 with an object, a number, or a text that begins
 * with the code.
 */
function readSendResponse({ status, body }: ProviderAnswer, sender: string): SmsResult {
  const bare = bareCode(body)
  const read = sendResponse.safeParse(body)
  if (status < 200 || status >= 300)
    return faultOfRefusedCall(CODES, status, bare ?? read.data?.success ?? '')
  if (bare === ACCEPTED) {
    return { ok: true, sendStatus: ACCEPTED, messageId: undefined, sender, priceMillicents: undefined }
  }
  if (bare !== undefined) return faultOfCode(CODES, bare)
  if (!read.success) return UNREADABLE
  const { success: code, total_price, messages } = read.data
  if (code !== ACCEPTED && code !== SOME_FAILED) return faultOfCode(CODES, code)
  const message = messages?.[0]
  if (message === undefined) return UNREADABLE
  // A message can be refused although the answer's code is 100.
  if (!message.success) return faultOfCode(CODES, message.error ?? code)
  return {
    ok: true,
    sendStatus: code,
    messageId: message.id ?? undefined,
    sender: message.sender || sender,
    priceMillicents: millicents(message.price ?? total_price),
  }
}

function readAmount({ status, body }: ProviderAnswer): Balance | undefined {
  if (status !== 200) return undefined
  const read = balance.safeParse(body)
  if (read.success) return { amount: read.data.amount, currency: read.data.currency || 'EUR' }
  // A bare number from 900 to 903 is the code of a refused key and not an amount.
  const text = amount.safeParse(body)
  return text.success && !/^90[0-3]$/.test(text.data) ? { amount: text.data, currency: 'EUR' } : undefined
}

function bareCode(body: unknown): string | undefined {
  const text = typeof body === 'number' || typeof body === 'string' ? String(body).split(/\s/)[0] : undefined
  return text !== undefined && /^\d{2,3}$/.test(text) ? text : undefined
}

/** Reads `2021-08-24 08:08:00.000000`, which is wall time, or the same with T and perhaps an offset. */
function instantOf(time: string): Instant | undefined {
  const iso = time.trim().replace(' ', 'T')
  try {
    return /(Z|[+-]\d\d:?\d\d)$/.test(iso)
      ? Temporal.Instant.from(iso).epochMilliseconds
      : Temporal.PlainDateTime.from(iso).toZonedDateTime(PROVIDER_ZONE).epochMilliseconds
  } catch {
    return undefined
  }
}

function berlinDay(at: Instant): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(PROVIDER_ZONE).toPlainDate().toString()
}
