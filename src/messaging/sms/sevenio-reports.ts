import { z } from 'zod'
import type { Instant } from '../../shared/day.ts'
import type { DeliveryReport, DeliveryStatus } from './provider.ts'
import { type callProvider, numericSchema, TIMEOUTS_MS } from './provider-call.ts'

/** Makes a GET with the key of the account. `path` begins after the URL of the interface. */
export type SevenioGet = (path: string, timeoutMs: number) => ReturnType<typeof callProvider>

/** Delivery statuses by the provider's word in `status` or `dlr`. */
const STATUS_OF_WORD = new Map<string, DeliveryStatus>([
  ['ACCEPTED', 'sent'],
  ['TRANSMITTED', 'sent'],
  ['BUFFERED', 'pending'],
  ['DELIVERED', 'delivered'],
  ['NOTDELIVERED', 'not delivered'],
  ['EXPIRED', 'not delivered'],
  ['REJECTED', 'not delivered'],
  ['FAILED', 'not delivered'],
])

/** Messages on a page of the journal. */
const MESSAGES_PER_PAGE = 100
/** The most pages that one run reads. */
const PAGES_PER_RUN = 10

/** The time zone of times that the provider writes without an offset. */
const PROVIDER_ZONE = 'Europe/Berlin'

/** A page of the journal. `dlr` is the status of the delivery. */
const journalSchema = z.array(
  z.object({
    id: numericSchema.transform(String),
    foreign_id: z.string().nullish(),
    dlr: z.string().nullish(),
    dlr_timestamp: z.string().nullish(),
  }),
)
/** A pushed report. */
const reportSchema = z.object({
  msg_id: numericSchema.transform(String),
  foreign_id: z.string().nullish(),
  status: z.string(),
  timestamp: z.string().nullish(),
})
/** The call by which the provider pushes a report, as JSON; a form has the fields of the report itself. */
const hookSchema = z.object({ webhook_event: z.literal('dlr'), data: reportSchema })

/**
 * Passes the reports on messages sent on the day of `since` or later to `store`, page by page. Returns false
 * when a page cannot be read.
 */
export async function collectJournal(
  get: SevenioGet,
  since: Instant,
  store: (reports: readonly DeliveryReport[]) => void,
): Promise<boolean> {
  for (let page = 0; page < PAGES_PER_RUN; page++) {
    const query = new URLSearchParams({
      date_from: providerDay(since),
      limit: String(MESSAGES_PER_PAGE),
      offset: String(page * MESSAGES_PER_PAGE),
    })
    const answer = await get(`/journal/outbound?${query}`, TIMEOUTS_MS.read)
    const entries =
      answer.answered && answer.status === 200 ? journalSchema.safeParse(answer.body) : undefined
    if (!entries?.success) return false
    store(entries.data.map(readJournalEntry).filter((report) => report !== undefined))
    if (entries.data.length < MESSAGES_PER_PAGE) break
  }
  return true
}

/** Reads a pushed delivery report, as JSON or from a form. Returns undefined for any other body. */
export function readSevenioReport(body: unknown): DeliveryReport | undefined {
  const schema = z.union([hookSchema.transform((call) => call.data), reportSchema])
  const { data: report } = schema.safeParse(body)
  if (report === undefined) return undefined
  const { msg_id: messageId, foreign_id: logUuid, status, timestamp } = report
  return makeReport({ messageId, logUuid, word: status, time: timestamp })
}

/** Reads an entry of the journal; undefined without a status that the provider documents. */
function readJournalEntry({ id, foreign_id, dlr, dlr_timestamp }: z.infer<typeof journalSchema>[number]) {
  return makeReport({ messageId: id, logUuid: foreign_id, word: dlr, time: dlr_timestamp })
}

/** A report in the provider's form. `word` is its word for the status. */
type RawReport = Readonly<{
  messageId: string
  logUuid: string | null | undefined
  word: string | null | undefined
  time: string | null | undefined
}>

/** Makes a delivery report; undefined for a status that the provider does not document. */
function makeReport({ messageId, logUuid, word, time }: RawReport): DeliveryReport | undefined {
  const status = STATUS_OF_WORD.get(word?.toUpperCase() ?? '')
  return status && { messageId, logUuid: logUuid || undefined, status, at: instantOf(time ?? '') }
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

/** Returns the day in the provider's time zone: `2027-01-12`. */
function providerDay(at: Instant): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(PROVIDER_ZONE).toPlainDate().toString()
}
