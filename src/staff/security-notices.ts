import { findAdmin, listDoctors } from '../access/admins.ts'
import type { Ctx } from '../ctx.ts'
import { memberText, type SecurityChange, securityNotice } from '../messaging/kinds/security-notice.ts'
import { queueEmail } from '../messaging/outbox/queue.ts'
import { staffUrl } from '../practice/addresses.ts'
import { changesOf, readSettings, saveSettings } from '../practice/settings.ts'
import { fieldsOf, type Group, type SettingsChange } from '../shared/settings/settings.ts'

/**
 * Tells each doctor who can sign in of the change, also while notifications are off (docs/behaviour.md
 * 12.49). It must be called in the transaction of the change, and before a doctor is removed or reset, who is
 * told too.
 */
export function notifyDoctors(ctx: Ctx, change: SecurityChange): void {
  const content = securityNotice.email({
    practice: readSettings(ctx, 'practice'),
    now: ctx.now,
    adminUrl: staffUrl(ctx, '/admin'),
    change,
    by: actorText(ctx),
  })
  for (const { email } of listDoctors(ctx))
    queueEmail(ctx, { kind: 'security-notice', recipient: email, ...content })
}

/**
 * Saves an admin's changes of settings, and tells the doctors if the mail server or the backups' key is among
 * them. Must run inside a transaction.
 * @throws Problem as `saveSettings`
 */
export function saveSettingsAndNotify<G extends Group>(
  ctx: Ctx,
  group: G,
  change: Partial<SettingsChange<G>>,
): void {
  const changed = changesOf(ctx, group, change)
  saveSettings(ctx, group, change)
  const recipient = changed.find(({ field }) => group === 'general' && field === 'backup_recipient')
  if (recipient !== undefined) notifyDoctors(ctx, { of: 'backup-key', isEncrypted: recipient.after !== '' })
  if (group !== 'smtp' || changed.length === 0) return
  const fields = fieldsOf(group)
  notifyDoctors(ctx, { of: 'mail-server', labels: changed.map(({ field }) => fields[field]?.label ?? field) })
}

function actorText(ctx: Ctx): string {
  const { actor } = ctx
  if (actor.kind === 'admin') return memberText(findAdmin(ctx, actor.email) ?? { ...actor, name: '' })
  return actor.kind === 'cli' ? 'Jemand an der Befehlszeile des Servers' : ''
}
