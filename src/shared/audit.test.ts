import { expect, it } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditKind, actionsOf } from './audit.ts'

it('each topic of the audit has its actions, and each action one topic', () => {
  const kinds = Object.keys(AUDIT_KINDS) as AuditKind[]
  for (const kind of kinds) expect(actionsOf(kind), kind).not.toEqual([])
  expect(kinds.flatMap(actionsOf).toSorted()).toEqual(Object.keys(AUDIT_ACTIONS).toSorted())
  expect(actionsOf('services')).toEqual([
    'service-saved',
    'service-deleted',
    'resource-saved',
    'resource-deleted',
  ])
})
