import { findAdmin, listDoctors } from '../access/admins.ts'
import type { Ctx } from '../ctx.ts'
import type { Message } from '../db/schema.ts'
import { FORMER_LEASE_MS } from '../messaging/email/transport.ts'
import { memberText, type SecurityChange, securityNotice } from '../messaging/kinds/security-notice.ts'
import { insertLeased, queueEmail } from '../messaging/outbox/queue.ts'
import { staffUrl } from '../practice/addresses.ts'
import { findMailRoute, type MailRoute } from '../practice/mail-server.ts'
import { changesOf, readSettings, saveSettings } from '../practice/settings.ts'
import { fieldsOf, type Group, type SettingsChange } from '../shared/settings/settings.ts'

/**
 * Tells each doctor who can sign in of the change, also while notifications are off (docs/behaviour.md
 * 12.49). It must be called in the transaction of the change, and before a doctor is removed or reset, who is
 * told too.
 */
export function notifyDoctors(ctx: Ctx, change: SecurityChange): void {
  for (const notice of noticesOf(ctx, change)) queueEmail(ctx, notice)
}

function noticesOf(ctx: Ctx, change: SecurityChange) {
  const content = securityNotice.email({
    practice: readSettings(ctx, 'practice'),
    now: ctx.now,
    adminUrl: staffUrl(ctx, '/admin'),
    change,
    by: actorText(ctx),
  })
  return listDoctors(ctx).map(
    ({ email }) => ({ kind: 'security-notice', recipient: email, ...content }) as const,
  )
}

/** The notices of another mail server that the one from before has to send, for `sendByFormerServer`. */
export type FormerNotices = Readonly<{ former: MailRoute; rows: readonly Message[] }>

/**
 * Saves an admin's changes of settings, and tells the doctors if the mail server or the backups' key is among
 * them. Must run inside a transaction. The new mail server may be a thief's, so these notices are stored a
 * second time, leased to the caller, who sends them by the one from before once the transaction is over.
 * @returns undefined when no such notices are to be sent
 * @throws Problem as `saveSettings`
 */
export function saveSettingsAndNotify<G extends Group>(
  ctx: Ctx,
  group: G,
  change: Partial<SettingsChange<G>>,
): FormerNotices | undefined {
  const changed = changesOf(ctx, group, change)
  const former = findMailRoute(ctx)
  saveSettings(ctx, group, change)
  const recipient = changed.find(({ field }) => group === 'general' && field === 'backup_recipient')
  if (recipient !== undefined) notifyDoctors(ctx, { of: 'backup-key', isEncrypted: recipient.after !== '' })
  if (group !== 'smtp' || changed.length === 0) return undefined
  const fields = fieldsOf(group)
  const labels = changed.map(({ field }) => fields[field]?.label ?? field)
  const withFormer = findMailRoute(ctx) === undefined ? 'former' : 'both'
  const servers = former === undefined ? 'new' : withFormer
  const notices = noticesOf(ctx, { of: 'mail-server', labels, servers })
  for (const notice of notices) queueEmail(ctx, notice)
  if (former === undefined) return undefined
  const rows = notices.map((notice) => insertLeased(ctx, { channel: 'email', ...notice }, FORMER_LEASE_MS))
  return { former, rows }
}

function actorText(ctx: Ctx): string {
  const { actor } = ctx
  if (actor.kind === 'admin') return memberText(findAdmin(ctx, actor.email) ?? { ...actor, name: '' })
  return actor.kind === 'cli' ? 'Jemand an der Befehlszeile des Servers' : ''
}
