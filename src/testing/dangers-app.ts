import type { Config } from '../config.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'
import { notifyDangers } from '../operation/dangers.ts'
import { MINUTE } from '../shared/day.ts'
import { openTestApp } from './test-app.ts'

/** Subjects of the e-mails about dangers. */
export const FAILED_SUBJECT = 'Ordi: Achtung – Nachrichten nicht gesendet'
export const STANDSTILL_SUBJECT = 'Ordi: Achtung – Versand steht still'
export const ALL_CLEAR_SUBJECT = 'Ordi: Wieder in Ordnung'

/**
 * Opens an app in which e-mails bring dangers about: a failed one at once, and a queued one when it has
 * waited for ten minutes (`STANDSTILL_AFTER` in operation/checks/outbox-alerts.ts).
 */
export function openDangersApp(options: Readonly<{ file?: string; config?: Partial<Config> }> = {}) {
  const app = openTestApp(options)
  return {
    ...app,
    /** Inserts an e-mail to a patient with this status. @returns its id */
    insertEmail: (status: 'failed' | 'queued'): number => {
      const content = { kind: 'confirmed', recipient: 'rosa@musterfrau.example', text: '' } as const
      return insertMessage(app.ctx(), { channel: 'email', ...content }, { status }).id
    },
    /** Ends the danger that an e-mail has brought about. */
    markSent: (id: number) => app.changeRows(`update messages set status = 'sent' where id = ?`, id),
    /**
     * Looks for dangers at once and then every minute, as the job does, and lets that many minutes pass. The
     * sixth look is the first one at which a danger has lasted for five minutes (`REPORTED_AFTER`).
     */
    watch: (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        notifyDangers(app.ctx())
        app.pass(MINUTE)
      }
    },
    /** Returns the subjects of all e-mails about dangers, in their order. */
    subjectsOfMails: () =>
      app
        .rows<{ subject: string }>(`select subject from messages where kind = 'danger' order by id`)
        .map(({ subject }) => subject),
  }
}
