import { expect, it } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditKind, actionsOf } from './audit.ts'

it('each kind of the audit has actions, and each action exactly one kind', () => {
  const kinds = Object.keys(AUDIT_KINDS) as AuditKind[]
  for (const kind of kinds) expect(actionsOf(kind), kind).not.toEqual([])
  expect(kinds.flatMap(actionsOf).toSorted()).toEqual(Object.keys(AUDIT_ACTIONS).toSorted())
})

it('an action belongs to the kind whose pattern matches it', () => {
  expect(actionsOf('services')).toContain('resource-saved')
  expect(actionsOf('services')).not.toContain('settings-saved')
})
