import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Ctx } from '../ctx.ts'
import type { Log } from '../log.ts'
import { backupDatabase } from './backup-file.ts'
import { fileStamp } from './backup-folder.ts'
import type { Db } from './open.ts'
import { hasDatabaseMoved } from './place.ts'

/**
 * The databases that were copied after their file was moved, each with the total of changes by its connection
 * at that time.
 */
const changesWhenRescued = new WeakMap<Db, number>()

/**
 * Copies a database whose file is gone to `backups/rescued-<UTC>.db`, through the connection that still has
 * it open, once for each loss. Retention never deletes the copy. It is made and checked on this thread,
 * because no other can open the file; requests wait meanwhile.
 * @throws DatabaseError when the copy cannot be made
 */
export async function rescueWhenMoved({ db, now }: Pick<Ctx, 'db' | 'now'>, log: Log): Promise<void> {
  if (!hasDatabaseMoved(db.$client)) {
    changesWhenRescued.delete(db)
    return
  }
  // Nothing can be written while the file is away. If something was written, the file has been back for a
  // moment.
  const changes = db.$client.prepare('select total_changes()').pluck().get() as number
  if (changesWhenRescued.get(db) === changes) return
  changesWhenRescued.set(db, changes)
  try {
    const folder = join(dirname(db.$client.name), 'backups')
    mkdirSync(folder, { recursive: true })
    const { rows: _, ...made } = await backupDatabase(
      db.$client,
      join(folder, `rescued-${fileStamp(now)}.db`),
    )
    log.fatal(made, 'the file of the database is gone: this copy has everything that was saved')
  } catch (error) {
    changesWhenRescued.delete(db)
    throw error
  }
}
