import { openToRead } from '../../src/db/open.ts'
import { kindsWhere } from '../../src/messaging/kinds.ts'
import type { Findings } from './findings.ts'
import type { TestPractice } from './test-practice.ts'

/**
 * A row of the outbox. The mail server knows an e-mail by `message_id`, the provider an SMS by `log_uuid`.
 */
type StoredMessage = {
  channel: string
  status: string
  message_id: string
  log_uuid: string
  error: string
}

/** The servers of a storm, and how many of its kills may have disturbed a message. */
type Delivery = Readonly<{ practice: TestPractice; kills: number; findings: Findings }>

/** Kinds of messages that do not leave at night. */
const SENT_BY_DAY = kindsWhere(({ waitsForDay }) => waitsForDay === true)

/** The condition of messages that wait for the morning, because the storm has run at night. */
export const WAITS_FOR_MORNING = `(status = 'queued' and due_at > unixepoch() * 1000
  and kind in (${SENT_BY_DAY.map((kind) => `'${kind}'`).join()}))`

/**
 * Compares what the mail server and the SMS provider have with what the portal says that it has sent. Call it
 * when nothing is queued but what waits for the morning.
 * Each kill may repeat one e-mail, and leave one SMS `unknown`.
 */
export function checkDelivery(file: string, delivery: Delivery): void {
  const { $client: db } = openToRead(file)
  const messages = db
    .prepare(
      `select channel, status, message_id, log_uuid, error from messages where not ${WAITS_FOR_MORNING}`,
    )
    .all() as StoredMessage[]
  db.close()
  const byChannel = Map.groupBy(messages, ({ channel }) => channel)
  checkEmails(byChannel.get('email') ?? [], delivery)
  checkSms(byChannel.get('sms') ?? [], delivery)
}

/** Compares the e-mails with those that have arrived at the mail server. */
function checkEmails(
  emails: readonly StoredMessage[],
  { practice, kills, findings: { lost, doubled } }: Delivery,
): void {
  const timesArrived = practice.countArrived()
  if (timesArrived.size === 0) lost.push('every e-mail')
  const storedIds = new Set(emails.map(({ message_id }) => message_id))
  for (const id of timesArrived.keys()) if (!storedIds.has(id)) lost.push(`the row of e-mail ${id}`)
  for (const { status, message_id, error } of emails) {
    if (status === 'sent' && !timesArrived.has(message_id)) lost.push(`e-mail ${message_id}`)
    if (status !== 'sent' && status !== 'muted') lost.push(`e-mail ${message_id}, ${status}: ${error}`)
  }
  const repeated = [...timesArrived.values()].reduce((sum, times) => sum + times - 1, 0)
  if (repeated > kills) doubled.push(`${repeated} e-mails were repeated by ${kills} kills`)
}

/** Compares the SMS with those that the provider has taken. */
function checkSms(
  sms: readonly StoredMessage[],
  { practice, kills, findings: { lost, doubled } }: Delivery,
): void {
  const timesTaken = new Map<string, number>()
  for (const { reference } of practice.sevenio.taken)
    timesTaken.set(reference, (timesTaken.get(reference) ?? 0) + 1)
  if (timesTaken.size === 0) lost.push('every SMS')
  const unknownOutcomes: string[] = []
  for (const { status, log_uuid, error } of sms) {
    const times = timesTaken.get(log_uuid) ?? 0
    if (times > 1) doubled.push(`SMS ${log_uuid} was sent ${times} times`)
    if (status === 'sent' && times === 0) lost.push(`SMS ${log_uuid}`)
    if (status === 'unknown') unknownOutcomes.push(`${times} times taken: ${error}`)
    else if (status !== 'sent' && status !== 'muted') lost.push(`SMS ${log_uuid}, ${status}: ${error}`)
  }
  if (unknownOutcomes.length > kills)
    lost.push(
      `${unknownOutcomes.length} SMS are in doubt after ${kills} kills (${unknownOutcomes.join('; ')})`,
    )
}
