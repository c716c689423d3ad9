import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { readSettings } from '../../practice/settings.ts'
import { type Balance, type ProviderClient, type SmsResult, toMillicents } from './provider.ts'
import { callProvider, numericSchema, type ProviderAnswer, TIMEOUTS_MS } from './provider-call.ts'
import {
  type FaultCodes,
  faultOfCode,
  faultOfRefusedCall,
  faultOfSilence,
  UNREADABLE_ANSWER,
} from './provider-faults.ts'
import { collectJournal, type SevenioGet } from './sevenio-reports.ts'

/** The code of an accepted call. */
const ACCEPTED = '100'
/** The code of a call in which some recipients failed. Each message then has its own result. */
const SOME_FAILED = '101'

/** Faults by the code of a message, or of a refused call. */
const FAULT_OF_CODE: FaultCodes = {
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

const sendResponseSchema = z.object({
  success: numericSchema.transform(String),
  total_price: numericSchema.nullish(),
  messages: z
    .array(
      z.object({
        id: numericSchema.transform(String).nullish(),
        sender: z.string().nullish(),
        price: numericSchema.nullish(),
        success: z.boolean(),
        error: numericSchema.transform(String).nullish(),
      }),
    )
    .nullish(),
})
// An empty text would count as the number 0.
const amountSchema = numericSchema
  .refine((sum) => sum !== '' && Number.isFinite(Number(sum)))
  .transform(String)
const balanceSchema = z.object({ amount: amountSchema, currency: z.string().nullish() })

/**
 * Returns a client of seven.io, formerly sms77 (docs.seven.io), or undefined while the key is not set. The
 * interface takes forms and answers JSON.
 */
export function openSevenio(ctx: Ctx, httpFetch: typeof fetch): ProviderClient | undefined {
  const { SEVENIO_KEY, SEVENIO_FROM } = readSettings(ctx, 'sevenio')
  if (SEVENIO_KEY === '') return undefined
  const base = ctx.config.smsBaseUrls.sevenio
  const headers = { 'x-api-key': SEVENIO_KEY, accept: 'application/json' }
  const get: SevenioGet = (path, timeoutMs) =>
    callProvider(httpFetch, `${base}${path}`, { method: 'GET', headers, timeoutMs })
  return {
    async send({ to, text, logUuid }) {
      const answer = await callProvider(httpFetch, `${base}/sms`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        // The provider refuses an empty sender and unknown parameters.
        body: new URLSearchParams({
          to,
          text,
          foreign_id: logUuid,
          ...(SEVENIO_FROM !== '' && { from: SEVENIO_FROM }),
        }).toString(),
        timeoutMs: TIMEOUTS_MS.send,
      })
      return answer.answered ? readSendResponse(answer, SEVENIO_FROM) : faultOfSilence(answer)
    },
    async readBalance() {
      const answer = await get('/balance', TIMEOUTS_MS.balance)
      return answer.answered ? readBalanceAnswer(answer) : undefined
    },
    collectReports: (since, store) => collectJournal(get, since, store),
  }
}

/**
 * Reads the answer to a message. A refusal may also be a 200 with an object, a number, or a text that begins
 * with the code.
 */
function readSendResponse({ status, body }: ProviderAnswer, sender: string): SmsResult {
  const bareCode = bareCodeOf(body)
  const response = sendResponseSchema.safeParse(body)
  if (status < 200 || status >= 300)
    return faultOfRefusedCall(FAULT_OF_CODE, status, bareCode ?? response.data?.success ?? '')
  if (bareCode === ACCEPTED)
    return { ok: true, sendStatus: ACCEPTED, messageId: undefined, sender, priceMillicents: undefined }
  if (bareCode !== undefined) return faultOfCode(FAULT_OF_CODE, bareCode)
  if (!response.success) return UNREADABLE_ANSWER
  const { success: code, total_price, messages } = response.data
  if (code !== ACCEPTED && code !== SOME_FAILED) return faultOfCode(FAULT_OF_CODE, code)
  const message = messages?.[0]
  if (message === undefined) return UNREADABLE_ANSWER
  // A message can be refused although the answer's code is 100.
  if (!message.success) return faultOfCode(FAULT_OF_CODE, message.error ?? code)
  return {
    ok: true,
    sendStatus: code,
    messageId: message.id ?? undefined,
    sender: message.sender || sender,
    priceMillicents: toMillicents(message.price ?? total_price),
  }
}

/** Reads the balance, from an object or from a bare amount in euros. */
function readBalanceAnswer({ status, body }: ProviderAnswer): Balance | 'refused' | undefined {
  // A bare number from 900 to 903 is the code of a refused key, and not an amount.
  const isKeyRefused = /^90[0-3]$/.test(bareCodeOf(body) ?? '')
  if (status === 401 || status === 403 || isKeyRefused) return 'refused'
  if (status !== 200) return undefined
  const { data: balance } = balanceSchema.safeParse(body)
  if (balance !== undefined) return { amount: balance.amount, currency: balance.currency || 'EUR' }
  const { data: bareAmount } = amountSchema.safeParse(body)
  return bareAmount === undefined ? undefined : { amount: bareAmount, currency: 'EUR' }
}

/** Returns the code of an answer that consists of it or begins with it: `500` or `500\nCredit too low`. */
function bareCodeOf(body: unknown): string | undefined {
  if (typeof body !== 'number' && typeof body !== 'string') return undefined
  return /^\d{2,3}(?=\s|$)/.exec(String(body))?.[0]
}
