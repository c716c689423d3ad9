import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readSettings } from '../../practice/settings.ts'
import { type ClicksendRequest, envelopeSchema } from './clicksend-call.ts'
import { collectUnread } from './clicksend-receipts.ts'
import {
  type Balance,
  type ProviderClient,
  type SmsResult,
  type TextMessage,
  toMillicents,
} from './provider.ts'
import { callProvider, numericSchema, type ProviderAnswer, TIMEOUTS_MS } from './provider-call.ts'
import {
  type FaultCodes,
  faultOfCode,
  faultOfRefusedCall,
  faultOfSilence,
  UNREADABLE_ANSWER,
} from './provider-faults.ts'

/** Faults by the status of a message, or by the `response_code` of a refused call. */
const FAULT_OF_CODE: FaultCodes = {
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

/** The data of an answer to a sending. Each call sends only one message. */
const sendResponseSchema = z.object({
  messages: z.tuple(
    [
      z.object({
        status: z.string(),
        message_id: z.string().nullish(),
        message_price: numericSchema.nullish(),
        from: z.string().nullish(),
      }),
    ],
    z.unknown(),
  ),
  _currency: z.object({ currency_name_short: z.string() }).nullish(),
})

const accountSchema = z.object({
  // An empty text would count as the number 0.
  balance: numericSchema.refine((amount) => amount !== '' && Number.isFinite(Number(amount))),
  _currency: z.object({ currency_name_short: z.string() }).nullish(),
})

/**
 * Returns a client of ClickSend's REST API v3 (developers.clicksend.com), or undefined while user name or
 * password are not set. CLICKSEND_PWD may hold the API key or the password.
 */
export function openClicksend(ctx: Ctx, httpFetch: typeof fetch): ProviderClient | undefined {
  const settings = readSettings(ctx, 'clicksend')
  if (settings.CLICKSEND_USERNAME === '' || settings.CLICKSEND_PWD === '') return undefined
  const login = Buffer.from(`${settings.CLICKSEND_USERNAME}:${settings.CLICKSEND_PWD}`).toString('base64')
  const request: ClicksendRequest = (method, path, { timeoutMs, body }) =>
    callProvider(httpFetch, `${ctx.config.smsBaseUrls.clicksend}${path}`, {
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
      const answer = await request('POST', '/sms/send', { timeoutMs: TIMEOUTS_MS.send, body })
      return answer.answered ? readSendResponse(answer, settings.CLICKSEND_FROM) : faultOfSilence(answer)
    },
    async readBalance() {
      const answer = await request('GET', '/account', { timeoutMs: TIMEOUTS_MS.balance })
      return answer.answered ? readAccount(answer) : undefined
    },
    // ClickSend lists unread receipts only, whatever the age of their messages.
    collectReports: (_since, store) =>
      collectUnread(ctx, { request, username: settings.CLICKSEND_USERNAME }, store),
  }
}

/**
 * Returns the body that sends one message. An empty sender is left out, and ClickSend chooses a shared
 * number.
 */
function sendBody({ to, text, logUuid }: TextMessage, from: string) {
  return {
    messages: [{ to, body: text, source: 'ordi', custom_string: logUuid, ...(from !== '' && { from }) }],
  }
}

/**
 * Reads the answer to a sending. The status of the message counts too, because the envelope may report
 * success for a refused message.
 */
function readSendResponse({ status: httpStatus, body }: ProviderAnswer, sender: string): SmsResult {
  const { data: envelope } = envelopeSchema.safeParse(body)
  // The older interface wraps refusals into a 200.
  const status = Math.max(httpStatus, envelope?.http_code ?? 0)
  if (status < 200 || status >= 300)
    return faultOfRefusedCall(FAULT_OF_CODE, status, envelope?.response_code ?? '')
  const response = sendResponseSchema.safeParse(envelope?.data)
  if (!response.success) return UNREADABLE_ANSWER
  const [{ status: code, message_id, message_price, from }] = response.data.messages
  if (code !== 'SUCCESS') return faultOfCode(FAULT_OF_CODE, code)
  return {
    ok: true,
    sendStatus: code,
    messageId: message_id ?? undefined,
    sender: from || sender,
    priceMillicents: toMillicents(message_price, response.data._currency?.currency_name_short),
  }
}

/** Reads only the balance and its currency, because the answer also contains live keys of sub-accounts. */
function readAccount({ status, body }: ProviderAnswer): Balance | 'refused' | undefined {
  if (status === 401 || status === 403) return 'refused'
  if (status !== 200) return undefined
  const { data: account } = accountSchema.safeParse(envelopeSchema.safeParse(body).data?.data)
  if (account === undefined) return undefined
  return {
    amount: String(account.balance),
    currency: account._currency?.currency_name_short ?? 'EUR',
  }
}
