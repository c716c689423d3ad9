import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readSettings } from '../../practice/settings.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import {
  type Answer,
  type Balance,
  call,
  type DeliveryReport,
  type DeliveryStatus,
  type FaultCodes,
  millicents,
  type ProviderClient,
  refusal,
  refusedCall,
  type SmsResult,
  silentFault,
  type TextMessage,
  TIMEOUT_MS,
  unreadable,
} from './provider.ts'

/** ClickSend, REST API v3 (developers.clicksend.com): JSON in both directions, HTTP Basic. */

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

/** Receipts per page. */
const PAGE = 100
/** Pages per run; the next run reads further ones. */
const PAGES = 10

const number = z.union([z.string(), z.number()])
const envelope = z.object({ http_code: z.number(), response_code: z.string(), data: z.unknown() })
const sendResponse = z.object({
  messages: z.tuple(
    [
      z.object({
        status: z.string(),
        message_id: z.string().nullish(),
        message_price: number.nullish(),
        from: z.string().nullish(),
      }),
    ],
    z.unknown(),
  ),
  _currency: z.object({ currency_name_short: z.string() }).nullish(),
})
const account = z.object({
  balance: number.refine((amount) => amount !== '' && Number.isFinite(Number(amount))),
  _currency: z.object({ currency_name_short: z.string() }).nullish(),
})
const receipt = z.object({
  message_id: z.string().min(1),
  custom_string: z.string().nullish(),
  status_code: number,
  timestamp: number.nullish(),
})
const receipts = z.object({ data: z.array(z.unknown()), last_page: z.number() })

type Request = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  timeoutMs: number,
  body?: unknown,
) => ReturnType<typeof call>

/**
 * Returns a client, or undefined while user name or password are not set. CLICKSEND_PWD may hold the API key
 * or the password.
 */
export function openClicksend(ctx: Ctx, httpFetch: typeof fetch): ProviderClient | undefined {
  const settings = readSettings(ctx, 'clicksend')
  if (settings.CLICKSEND_USERNAME === '' || settings.CLICKSEND_PWD === '') return undefined
  const login = Buffer.from(`${settings.CLICKSEND_USERNAME}:${settings.CLICKSEND_PWD}`).toString('base64')
  const request: Request = (method, path, timeoutMs, body) =>
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
      const answer = await request('POST', '/sms/send', TIMEOUT_MS.send, body)
      return answer.answered ? readSendResponse(answer, settings.CLICKSEND_FROM) : silentFault(answer)
    },
    async readBalance() {
      const answer = await request('GET', '/account', TIMEOUT_MS.balance)
      return answer.answered ? readAccount(answer) : undefined
    },
    collectReports: (_since, store) => collectUnread(request, ctx.now, store),
  }
}

/**
 * Reads a delivery receipt, polled or pushed, as JSON or from a form. Returns undefined for any other body.
 */
export function readClicksendReport(body: unknown): DeliveryReport | undefined {
  const read = receipt.safeParse(body)
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
function readSendResponse({ status: http, body }: Answer, sender: string): SmsResult {
  const parsed = envelope.safeParse(body)
  // The older interface wraps refusals into a 200.
  const status = Math.max(http, parsed.data?.http_code ?? 0)
  if (status < 200 || status >= 300) return refusedCall(CODES, status, parsed.data?.response_code ?? '')
  const list = sendResponse.safeParse(parsed.data?.data)
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
function readAccount({ status, body }: Answer): Balance | undefined {
  const parsed = status === 200 ? account.safeParse(envelope.safeParse(body).data?.data) : undefined
  if (!parsed?.success) return undefined
  return {
    amount: String(parsed.data.balance),
    currency: parsed.data._currency?.currency_name_short ?? 'EUR',
  }
}

/**
 * Passes unread receipts to `store`, page by page, and then marks those older than five minutes as read. The
 * next run reads newer ones again, so that none that arrives meanwhile is lost. Returns false when a page
 * cannot be read.
 */
async function collectUnread(
  request: Request,
  now: Instant,
  store: (reports: readonly DeliveryReport[]) => void,
): Promise<boolean> {
  const settled = now - 5 * MINUTE
  let last = 1
  let old = false
  for (let page = 1; page <= Math.min(last, PAGES); page++) {
    const answer = await request('GET', `/sms/receipts?page=${page}&limit=${PAGE}`, TIMEOUT_MS.read)
    const parsed = answer.answered && answer.status === 200 ? envelope.safeParse(answer.body) : undefined
    const list = receipts.safeParse(parsed?.data?.data)
    if (!list.success) return false
    const reports = list.data.data.map(readClicksendReport).filter((report) => report !== undefined)
    store(reports)
    old ||= reports.some(({ at }) => at !== undefined && at < settled)
    last = list.data.last_page
  }
  if (old)
    await request('PUT', '/sms/receipts-read', TIMEOUT_MS.read, { date_before: Math.floor(settled / 1000) })
  return true
}
