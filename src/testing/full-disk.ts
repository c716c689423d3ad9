import type { Db } from '../db/open.ts'

/** The message with which statements fail inside `withFullDisk`. */
export const DISK_FULL = 'database or disk is full'

/**
 * Imitates a full disk: runs `step` while a trigger refuses one kind of statement, such as `insert on holds`.
 * The error has the message of a full disk, but the code of a refused constraint instead of SQLITE_FULL.
 */
export function withFullDisk({ db }: { db: Db }, statement: string, step: () => void): void {
  db.$client.exec(
    `create trigger full_disk before ${statement} begin select raise(abort, '${DISK_FULL}'); end`,
  )
  try {
    step()
  } finally {
    db.$client.exec('drop trigger full_disk')
  }
}
