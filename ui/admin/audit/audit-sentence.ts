import type { InferResponseType } from 'hono/client'
import { AUDIT_ACTIONS, type AuditAction } from '../../../src/shared/audit.ts'
import type { admin } from '../../api/admin.ts'
import { type Target, targetOf } from './audit-target.ts'

/** An entry of the audit: who did what and when, and the changed fields. */
export type AuditRow = InferResponseType<typeof admin.audit.$get>['entries'][number]

/** The words for actors that have no name. */
const ACTOR_NAMES = new Map([
  ['visitor', 'Jemand'],
  ['staff-link', 'Jemand mit dem Link aus der E-Mail'],
  ['job', 'Das Portal'],
  ['cli', 'Die Befehlszeile'],
])

/** Returns the name, or a German word for an actor without one. */
export function actorText(name: string): string {
  return ACTOR_NAMES.get(name) ?? name
}

/** A sentence without its actor, in three parts, so that the page can make a link of the object. */
type AuditSentence = { textBefore: string; target?: Target | undefined; textAfter: string }

/**
 * Returns the texts before and after the object of an action. In the sentences of `AUDIT_ACTIONS` an ellipsis
 * marks the place of the object; without one, it comes last. An unknown action is shown unchanged.
 */
export function auditSentence(row: AuditRow): AuditSentence {
  const { action } = row
  const sentence = Object.hasOwn(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action as AuditAction].says : action
  const target = targetOf(row)
  const [textBefore = '', textAfter] = sentence.split('…')
  if (textAfter !== undefined) return { textBefore, target, textAfter: `${textAfter}.` }
  if (target === undefined) return { textBefore, textAfter: '.' }
  return { textBefore: `${textBefore}: `, target, textAfter: '' }
}
