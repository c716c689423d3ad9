import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { type ClicksendRequest, envelopeSchema, numeric } from './clicksend-call.ts'
import type { DeliveryReport, DeliveryStatus } from './provider.ts'
import { TIMEOUT_MS } from './provider-call.ts'

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

const receiptSchema = z.object({
  message_id: z.string().min(1),
  custom_string: z.string().nullish(),
  status_code: numeric,
  timestamp: numeric.nullish(),
})

const receiptPageSchema = z.object({ data: z.array(z.unknown()), last_page: z.number() })

type Account = Readonly<{ request: ClicksendRequest; username: string }>

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

/**
 * Passes unread receipts to `store`, page by page, and then marks those older than `KEPT_UNREAD_MS` as read.
 * The next run reads newer ones again, so that none that arrives meanwhile is lost. When there are more than
 * `PAGES_PER_RUN`, nothing is marked before further runs have read the others too. Returns false when a page
 * cannot be read; the next run tries it again.
 */
export async function collectUnread(
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
async function readReceipts(request: ClicksendRequest, page: number) {
  const path = `/sms/receipts?page=${page}&limit=${RECEIPTS_PER_PAGE}`
  const answer = await request('GET', path, { timeoutMs: TIMEOUT_MS.read })
  const parsed = answer.answered && answer.status === 200 ? envelopeSchema.safeParse(answer.body) : undefined
  return receiptPageSchema.safeParse(parsed?.data?.data).data
}
