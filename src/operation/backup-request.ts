import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { storeBackupRequest } from '../db/backup-request.ts'
import { readBackupState } from '../db/backup-state.ts'
import { isBackingUp } from '../db/nightly-backups.ts'
import { Problem } from '../shared/problems.ts'

/**
 * Starts the job that makes a backup. Its result will be in `lastBackupRequest`.
 * @throws Problem conflict while one is being made, and for a database in memory, which has no backups
 */
export function requestBackup(ctx: Ctx): void {
  inTx(ctx, () => {
    if (readBackupState(ctx) === undefined)
      throw new Problem('conflict', {}, 'Diese Anlage hat keinen Datenordner, in dem gesichert wird.')
    if (isBackingUp(ctx.db))
      throw new Problem('conflict', {}, 'Es wird gerade gesichert. Bitte warten Sie kurz.')
    recordAudit(ctx, 'backup-requested')
    storeBackupRequest(ctx)
  })
}
