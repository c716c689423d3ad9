import type { Database } from 'better-sqlite3'

/**
 * Makes the outcome of each waiting SMS unknown in a database that is restored, because it may have been sent
 * since the backup, and an SMS is sent at most once. The database may be of an older version.
 */
export function doubtWaitingSms(client: Database): void {
  if (client.prepare("select 1 from sqlite_master where name = 'messages'").get() === undefined) return
  // The worker then treats the SMS like those of a worker that died while sending.
  client.exec(
    "update messages set status = 'sending', due_at = 0 where channel = 'sms' and status = 'queued'",
  )
}
