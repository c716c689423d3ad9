import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import { type ClicksendRequest, envelopeSchema } from './clicksend-call.ts'
import type { DeliveryReport, DeliveryStatus } from './provider.ts'
import { numericSchema, TIMEOUTS_MS } from './provider-call.ts'

/** Delivery statuses by the `status_code` of a receipt. */
const STATUS_OF_CODE = new Map<string, DeliveryStatus>([
  ['200', 'sent'],
  ['201', 'delivered'],
  ['300', 'pending'],
  ['301', 'not delivered'],
])

/** The number of receipts that is asked for with each page. */
export const RECEIPTS_PER_PAGE = 100

/** The most pages that one run reads. The next run continues with the page after them. */
export const PAGES_PER_RUN = 10

/** Milliseconds for which a receipt stays unread, because others from the same time may still arrive. */
export const KEPT_UNREAD_MS = 5 * MINUTE

/** The progress of several runs, if one run could not read every page. */
type Progress = Readonly<{
  username: string
  nextPage: number
  lastPage: number
  /** Receipts from before this moment are marked as read after the last page. */
  readBefore: Instant
  /** Whether any such receipt was read. */
  hasReceiptsToMark: boolean
}>

/**
 * The progress of runs that have not read every page. It is in memory only: after a restart, the runs begin
 * with the first page again.
 */
const unfinishedRuns = new WeakMap<Db, Progress>()

const receiptSchema = z.object({
  message_id: z.string().min(1),
  custom_string: z.string().nullish(),
  status_code: numericSchema,
  timestamp: numericSchema.nullish(),
})

const receiptPageSchema = z.object({ data: z.array(z.unknown()), last_page: z.number() })

/** The calls of an account. The user name shows when the account changes. */
type Account = Readonly<{ request: ClicksendRequest; username: string }>

/**
 * Reads a delivery receipt, polled or pushed, as JSON or from a form. Returns undefined for any other body.
 */
export function readClicksendReport(body: unknown): DeliveryReport | undefined {
  const { data: receipt } = receiptSchema.safeParse(body)
  const status = receipt && STATUS_OF_CODE.get(String(receipt.status_code))
  if (receipt === undefined || status === undefined) return undefined
  const { message_id: messageId, custom_string: logUuid, timestamp } = receipt
  return { messageId, logUuid: logUuid || undefined, status, at: instantOf(timestamp) }
}

/** Reads a time in seconds since 1970; undefined if there is none, or if it is not a positive number. */
function instantOf(timestamp: string | number | null | undefined): Instant | undefined {
  const seconds = Number(timestamp)
  return seconds > 0 ? seconds * 1000 : undefined
}

/**
 * Passes unread receipts to `store`, page by page, and then marks those older than `KEPT_UNREAD_MS` as read.
 * The next run reads newer ones again, so that none arriving meanwhile is lost. If there are more pages than
 * `PAGES_PER_RUN`, nothing is marked until further runs have read them all. Returns false if a page cannot be
 * read; the next run tries again.
 */
export async function collectUnread(
  ctx: Ctx,
  { request, username }: Account,
  store: (reports: readonly DeliveryReport[]) => void,
): Promise<boolean> {
  const progress = await readPages(request, resumeOrBegin(ctx, username), store)
  if (progress === 'unreadable') return false
  unfinishedRuns.delete(ctx.db)
  if (progress === 'moved') return true
  if (hasMorePages(progress)) unfinishedRuns.set(ctx.db, progress)
  else if (progress.hasReceiptsToMark) await markAsRead(request, progress.readBefore)
  return true
}

/** Returns the progress of the last run, if it is about the same account, or else that of a new run. */
function resumeOrBegin(ctx: Ctx, username: string): Progress {
  const progress = unfinishedRuns.get(ctx.db)
  if (progress?.username === username) return progress
  const readBefore = ctx.now - KEPT_UNREAD_MS
  return { username, nextPage: 1, lastPage: 1, readBefore, hasReceiptsToMark: false }
}

/**
 * Reads the pages of one run. Returns the progress; or `unreadable` if a page cannot be read; or `moved` if
 * there are fewer pages than before, because somebody else has marked receipts, so that unread ones have
 * moved to earlier pages.
 */
async function readPages(
  request: ClicksendRequest,
  start: Progress,
  store: (reports: readonly DeliveryReport[]) => void,
): Promise<Progress | 'unreadable' | 'moved'> {
  const endOfRun = start.nextPage + PAGES_PER_RUN
  let progress = start
  while (hasMorePages(progress) && progress.nextPage < endOfRun) {
    const { nextPage, lastPage, readBefore, hasReceiptsToMark } = progress
    const page = await readReceipts(request, nextPage)
    if (page === undefined) return 'unreadable'
    const reports = page.data.map(readClicksendReport).filter((report) => report !== undefined)
    store(reports)
    if (page.last_page < lastPage && nextPage > 1) return 'moved'
    progress = {
      ...progress,
      nextPage: nextPage + 1,
      lastPage: page.last_page,
      hasReceiptsToMark: hasReceiptsToMark || reports.some(({ at }) => at !== undefined && at < readBefore),
    }
  }
  return progress
}

function hasMorePages({ nextPage, lastPage }: Progress): boolean {
  return nextPage <= lastPage
}

/**
 * Marks all receipts from before `readBefore` as read at ClickSend, so that the next run does not get them.
 */
async function markAsRead(request: ClicksendRequest, readBefore: Instant): Promise<void> {
  const body = { date_before: Math.floor(readBefore / 1000) }
  await request('PUT', '/sms/receipts-read', { timeoutMs: TIMEOUTS_MS.read, body })
}

/** Returns a page of unread receipts; undefined if it cannot be read. */
async function readReceipts(request: ClicksendRequest, page: number) {
  const path = `/sms/receipts?page=${page}&limit=${RECEIPTS_PER_PAGE}`
  const answer = await request('GET', path, { timeoutMs: TIMEOUTS_MS.read })
  const parsed = answer.answered && answer.status === 200 ? envelopeSchema.safeParse(answer.body) : undefined
  return receiptPageSchema.safeParse(parsed?.data?.data).data
}
