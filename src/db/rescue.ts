import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Ctx } from '../ctx.ts'
import type { Log } from '../log.ts'
import { backupDatabase } from './backup-file.ts'
import { fileStamp } from './backup-folder.ts'
import type { Db } from './open.ts'
import { hasMoved } from './place.ts'

/**
 * The databases that were copied since their files were moved, each with the count of all changes that its
 * connection had made by then.
 */
const rescued = new WeakMap<Db, number>()

/**
 * Copies a database whose file is gone, through the connection that still has it open, to
 * `backups/rescued-<UTC>.db`: once for each loss. No retention deletes the copy. It is
 * made and checked on this thread, because no other one can open the file; requests wait for that.
 * @throws DatabaseError when the copy cannot be made
 */
export async function rescueWhenMoved({ db, now }: Pick<Ctx, 'db' | 'now'>, log: Log): Promise<void> {
  if (!hasMoved(db.$client)) {
    rescued.delete(db)
    return
  }
  // Nothing changes while the file is away. After a change it was back meanwhile, for less than a minute.
  const changes = db.$client.prepare('select total_changes()').pluck().get() as number
  if (rescued.get(db) === changes) return
  rescued.set(db, changes)
  try {
    const folder = join(dirname(db.$client.name), 'backups')
    mkdirSync(folder, { recursive: true })
    const { rows: _, ...made } = await backupDatabase(
      db.$client,
      join(folder, `rescued-${fileStamp(now)}.db`),
    )
    log.fatal(made, 'the file of the database is gone: this copy has everything that was saved')
  } catch (error) {
    rescued.delete(db)
    throw error
  }
}
