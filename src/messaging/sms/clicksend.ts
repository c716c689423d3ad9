import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open.ts'
import { readSettings } from '../../practice/settings.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import {
  type Balance,
  call,
  type DeliveryReport,
  type DeliveryStatus,
  type FaultCodes,
  millicents,
  type ProviderAnswer,
  type ProviderClient,
  refusal,
  refusedCall,
  type SmsResult,
  silentFault,
  type TextMessage,
  TIMEOUT_MS,
  unreadable,
} from './provider.ts'

/** Faults by the status of a message, or by the `response_code` of a refused call. */
const CODES: FaultCodes = {
  INVALID_RECIPIENT: ['recipient', 'Die Nummer ist ungültig.'],
  COUNTRY_NOT_ENABLED: ['message', 'Das Land der Nummer ist im Konto nicht freigeschaltet.'],
  THROTTLED: ['repeated', 'Derselbe Text ging gerade erst an diese Nummer.'],
  INSUFFICIENT_CREDIT: ['configuration', 'Das Guthaben reicht nicht.'],
  INVALID_SENDER_ID: ['configuration', 'Der Absender ist nicht zugelassen.'],
  MISSING_CREDENTIALS: ['configuration', 'Die Zugangsdaten wurden abgelehnt.'],
  INVALID_CREDENTIALS: ['configuration', 'Die Zugangsdaten wurden abgelehnt.'],
  UNAUTHORIZED: ['configuration', 'Die Zugangsdaten wurden abgelehnt.'],
  FORBIDDEN: ['configuration', 'Die Zugangsdaten wurden abgelehnt.'],
  ACCOUNT_NOT_ACTIVATED: ['configuration', 'Das Konto ist nicht freigeschaltet.'],
  REGISTRATION_NEEDED: ['configuration', 'Der Absender muss erst registriert werden.'],
  NOT_ENOUGH_PERMISSION_TO_LIST_ID: ['configuration', 'Dem Konto fehlt ein Recht.'],
  HTTP_TOO_MANY_REQUESTS: ['temporary', 'Zu viele Anfragen.'],
  INTERNAL_ERROR: ['temporary', 'Störung beim SMS-Dienst.'],
  SOMETHING_IS_WRONG: ['temporary', 'Störung beim SMS-Dienst.'],
}

/** Delivery statuses by the `status_code` of a receipt. */
const RECEIPT_STATUS = new Map<string, DeliveryStatus>([
  ['200', 'sent'],
  ['201', 'delivered'],
  ['300', 'pending'],
  ['301', 'not delivered'],
])

const RECEIPTS_PER_PAGE = 100
/** The next run goes on with the page after these. */
const PAGES_PER_RUN = 10
/** Milliseconds for which a receipt stays unread, because others of the same time may still arrive. */
const KEPT_UNREAD_MS = 5 * MINUTE

/** How far the runs have come that could not read every page in one. */
type Progress = Readonly<{
  username: string
  nextPage: number
  lastPage: number
  /** Receipts before this moment are marked as read after the last page. */
  readBefore: Instant
  /** Whether there are any such receipts. */
  hasOld: boolean
}>
/** Is kept in memory only: after a restart, the runs begin with the first page again. */
const unfinished = new WeakMap<Db, Progress>()

const numeric = z.union([z.string(), z.number()])
const envelopeSchema = z.object({ http_code: z.number(), response_code: z.string(), data: z.unknown() })
const sendResponseSchema = z.object({
  messages: z.tuple(
    [
      z.object({
        status: z.string(),
        message_id: z.string().nullish(),
        message_price: numeric.nullish(),
        from: z.string().nullish(),
      }),
    ],
    z.unknown(),
  ),
  _currency: z.object({ currency_name_short: z.string() }).nullish(),
})
const accountSchema = z.object({
  balance: numeric.refine((amount) => amount !== '' && Number.isFinite(Number(amount))),
  _currency: z.object({ currency_name_short: z.string() }).nullish(),
})
const receiptSchema = z.object({
  message_id: z.string().min(1),
  custom_string: z.string().nullish(),
  status_code: numeric,
  timestamp: numeric.nullish(),
})
const receiptPageSchema = z.object({ data: z.array(z.unknown()), last_page: z.number() })

type Request = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options: Readonly<{ timeoutMs: number; body?: unknown }>,
) => ReturnType<typeof call>
type Account = Readonly<{ request: Request; username: string }>

/**
 * Returns a client of ClickSend's REST API v3 (developers.clicksend.com), or undefined while user name or
 * password are not set. CLICKSEND_PWD may hold the API key or the password.
 */
export function openClicksend(ctx: Ctx, httpFetch: typeof fetch): ProviderClient | undefined {
  const settings = readSettings(ctx, 'clicksend')
  if (settings.CLICKSEND_USERNAME === '' || settings.CLICKSEND_PWD === '') return undefined
  const login = Buffer.from(`${settings.CLICKSEND_USERNAME}:${settings.CLICKSEND_PWD}`).toString('base64')
  const request: Request = (method, path, { timeoutMs, body }) =>
    call(httpFetch, `${ctx.config.smsBaseUrls.clicksend}${path}`, {
      method,
      timeoutMs,
      headers: {
        authorization: `Basic ${login}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    async send(message) {
      const body = sendBody(message, settings.CLICKSEND_FROM)
      const answer = await request('POST', '/sms/send', { timeoutMs: TIMEOUT_MS.send, body })
      return answer.answered ? readSendResponse(answer, settings.CLICKSEND_FROM) : silentFault(answer)
    },
    async readBalance() {
      const answer = await request('GET', '/account', { timeoutMs: TIMEOUT_MS.balance })
      return answer.answered ? readAccount(answer) : undefined
    },
    collectReports: (_since, store) =>
      collectUnread(ctx, { request, username: settings.CLICKSEND_USERNAME }, store),
  }
}

/**
 * Reads a delivery receipt, polled or pushed, as JSON or from a form. Returns undefined for any other body.
 */
export function readClicksendReport(body: unknown): DeliveryReport | undefined {
  const read = receiptSchema.safeParse(body)
  const status = read.success ? RECEIPT_STATUS.get(String(read.data.status_code)) : undefined
  if (!read.success || status === undefined) return undefined
  const { message_id: messageId, custom_string: logUuid, timestamp } = read.data
  const seconds = Number(timestamp ?? Number.NaN)
  return { messageId, logUuid: logUuid || undefined, status, at: seconds > 0 ? seconds * 1000 : undefined }
}

function sendBody({ to, text, logUuid }: TextMessage, from: string) {
  return {
    messages: [{ to, body: text, source: 'ordi', custom_string: logUuid, ...(from !== '' && { from }) }],
  }
}

/**
 * Reads the status of the message too, because the envelope may report success although the message was
 * refused.
 */
function readSendResponse({ status: http, body }: ProviderAnswer, sender: string): SmsResult {
  const parsed = envelopeSchema.safeParse(body)
  // The older interface wraps refusals into a 200.
  const status = Math.max(http, parsed.data?.http_code ?? 0)
  if (status < 200 || status >= 300) return refusedCall(CODES, status, parsed.data?.response_code ?? '')
  const list = sendResponseSchema.safeParse(parsed.data?.data)
  if (!list.success) return unreadable
  const [{ status: code, message_id, message_price, from }] = list.data.messages
  if (code !== 'SUCCESS') return refusal(CODES, code)
  return {
    ok: true,
    sendStatus: code,
    messageId: message_id ?? undefined,
    sender: from || sender,
    priceMillicents: millicents(message_price, list.data._currency?.currency_name_short),
  }
}

/** Reads balance and currency only, because the answer also contains live keys of sub-accounts. */
function readAccount({ status, body }: ProviderAnswer): Balance | undefined {
  const parsed =
    status === 200 ? accountSchema.safeParse(envelopeSchema.safeParse(body).data?.data) : undefined
  if (!parsed?.success) return undefined
  return {
    amount: String(parsed.data.balance),
    currency: parsed.data._currency?.currency_name_short ?? 'EUR',
  }
}

/**
 * Passes unread receipts to `store`, page by page, and then marks those older than `KEPT_UNREAD_MS` as read.
 * The next run reads newer ones again, so that none that arrives meanwhile is lost. When there are more than
 * `PAGES_PER_RUN`, nothing is marked before further runs have read the others too. Returns false when a page
 * cannot be read; the next run tries it again.
 */
async function collectUnread(
  ctx: Ctx,
  { request, username }: Account,
  store: (reports: readonly DeliveryReport[]) => void,
): Promise<boolean> {
  const kept = unfinished.get(ctx.db)
  const begun = kept?.username === username ? kept : undefined
  const readBefore = begun?.readBefore ?? ctx.now - KEPT_UNREAD_MS
  const firstPage = begun?.nextPage ?? 1
  const endOfRun = firstPage + PAGES_PER_RUN
  let hasOld = begun?.hasOld ?? false
  let lastPage = begun?.lastPage ?? 1
  let page = firstPage
  for (; page <= lastPage && page < endOfRun; page++) {
    const list = await readReceipts(request, page)
    if (list === undefined) return false
    const reports = list.data.map(readClicksendReport).filter((report) => report !== undefined)
    store(reports)
    hasOld ||= reports.some(({ at }) => at !== undefined && at < readBefore)
    if (list.last_page < lastPage && page > 1) {
      // Somebody else marked receipts, so that unread ones have moved to pages that were read before.
      unfinished.delete(ctx.db)
      return true
    }
    lastPage = list.last_page
  }
  if (page <= lastPage) {
    unfinished.set(ctx.db, { username, nextPage: page, lastPage, readBefore, hasOld })
    return true
  }
  unfinished.delete(ctx.db)
  if (hasOld) {
    const body = { date_before: Math.floor(readBefore / 1000) }
    await request('PUT', '/sms/receipts-read', { timeoutMs: TIMEOUT_MS.read, body })
  }
  return true
}

/** Returns a page of the unread receipts; undefined when it cannot be read. */
async function readReceipts(request: Request, page: number) {
  const path = `/sms/receipts?page=${page}&limit=${RECEIPTS_PER_PAGE}`
  const answer = await request('GET', path, { timeoutMs: TIMEOUT_MS.read })
  const parsed = answer.answered && answer.status === 200 ? envelopeSchema.safeParse(answer.body) : undefined
  return receiptPageSchema.safeParse(parsed?.data?.data).data
}
