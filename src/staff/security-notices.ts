import { findAdmin, listDoctors } from '../access/admins.ts'
import type { Ctx } from '../ctx.ts'
import type { Message } from '../db/schema.ts'
import { FORMER_LEASE_MS } from '../messaging/email/former-server.ts'
import { memberText, type SecurityChange, securityNotice } from '../messaging/kinds/security-notice.ts'
import { insertLeased, queueEmail } from '../messaging/outbox/queue.ts'
import { staffUrl } from '../practice/addresses.ts'
import { findMailRoute, type MailRoute } from '../practice/mail-server.ts'
import { readSettings } from '../practice/settings.ts'
import { changedSettings, saveSettings } from '../practice/settings-change.ts'
import { fieldsOf, type Group } from '../shared/settings/settings.ts'
import type { SettingsChange } from '../shared/settings/settings-schema.ts'

/**
 * Notifies each doctor who can sign in of the change, even while notifications are off (docs/behaviour.md
 * 12.49). Must be called in the transaction of the change, and before a doctor is removed or reset, so that
 * this doctor is notified too.
 */
export function notifyDoctors(ctx: Ctx, change: SecurityChange): void {
  for (const notice of composeNotices(ctx, change)) queueEmail(ctx, notice)
}

/** Composes the notice for each doctor who can sign in. */
function composeNotices(ctx: Ctx, change: SecurityChange) {
  const content = securityNotice.email({
    practice: readSettings(ctx, 'practice'),
    now: ctx.now,
    adminUrl: staffUrl(ctx, '/admin'),
    change,
    changedBy: actorText(ctx),
    isFromServer: ctx.actor.kind === 'cli',
  })
  return listDoctors(ctx).map(
    ({ email }) => ({ kind: 'security-notice', recipient: email, ...content }) as const,
  )
}

/** The notices of a changed mail server that the former server sends (`sendByFormerServer`). */
export type FormerNotices = Readonly<{ former: MailRoute; notices: readonly Message[] }>

/**
 * Saves an admin's changes of settings, and notifies the doctors if the mail server or the backup key is
 * among them. Must run inside a transaction.
 * @returns the notices that the former mail server has to send after the commit; undefined when there are
 * none
 * @throws Problem as `saveSettings`
 */
export function saveSettingsAndNotify<G extends Group>(
  ctx: Ctx,
  group: G,
  change: Partial<SettingsChange<G>>,
): FormerNotices | undefined {
  // Both depend on the settings before the change.
  const changed = changedSettings(ctx, group, change)
  const formerRoute = findMailRoute(ctx)
  saveSettings(ctx, group, change)
  if (group === 'general') notifyOfBackupKey(ctx, changed)
  if (group !== 'smtp' || changed.length === 0) return undefined
  const fields = fieldsOf(group)
  const labels = changed.map(({ field }) => fields[field]?.label ?? field)
  return notifyOfMailServer(ctx, { labels, former: formerRoute })
}

/** Notifies each doctor if the backup key is among the changed settings. */
function notifyOfBackupKey(ctx: Ctx, changed: ReturnType<typeof changedSettings>): void {
  const backupKey = changed.find(({ field }) => field === 'backup_recipient')
  if (backupKey !== undefined) notifyDoctors(ctx, { of: 'backup-key', isEncrypted: backupKey.after !== '' })
}

type MailServerChange = Readonly<{
  /** The labels of the changed settings. */
  labels: readonly string[]
  /** The mail server from before the change; undefined if there was none. */
  former: MailRoute | undefined
}>

/**
 * Notifies each doctor that the mail server has changed. A thief may have entered the new one and suppress
 * the notice there. So each notice is stored twice: queued for the new server, and leased to the caller, who
 * sends it by the former one after the commit (`sendByFormerServer`).
 */
function notifyOfMailServer(ctx: Ctx, { labels, former }: MailServerChange): FormerNotices | undefined {
  const servers = sendersOf({ former, present: findMailRoute(ctx) })
  const contents = composeNotices(ctx, { of: 'mail-server', labels, servers })
  for (const content of contents) queueEmail(ctx, content)
  if (former === undefined) return undefined
  const notices = contents.map((content) =>
    insertLeased(ctx, { channel: 'email', ...content }, FORMER_LEASE_MS),
  )
  return { former, notices }
}

type MailRoutes = Readonly<Record<'former' | 'present', MailRoute | undefined>>

/** Returns which mail servers can send the notices: the one of before the change, and the present one. */
function sendersOf({ former, present }: MailRoutes): 'new' | 'former' | 'both' {
  if (former === undefined) return 'new'
  return present === undefined ? 'former' : 'both'
}

/** Returns in German who has made the change; '' for somebody who is neither signed in nor at the server. */
function actorText(ctx: Ctx): string {
  const { actor } = ctx
  if (actor.kind === 'admin') return memberText(findAdmin(ctx, actor.email) ?? { ...actor, name: '' })
  return actor.kind === 'cli' ? 'Jemand an der Befehlszeile des Servers' : ''
}
