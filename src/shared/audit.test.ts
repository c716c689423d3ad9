import { expect, it } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditKind, actionsOf } from './audit.ts'

it('each kind of the audit has its actions, and each action one kind', () => {
  const kinds = Object.keys(AUDIT_KINDS) as AuditKind[]
  for (const kind of kinds) expect(actionsOf(kind), kind).not.toEqual([])
  expect(kinds.flatMap(actionsOf).toSorted()).toEqual(Object.keys(AUDIT_ACTIONS).toSorted())
})

it('an action belongs to the kind that its rule names', () => {
  expect(actionsOf('services')).toContain('resource-saved')
  expect(actionsOf('services')).not.toContain('settings-saved')
})
