import { expect, it } from 'vitest'
import { faultOfRefusedCall, faultOfSilence } from './provider-faults.ts'

it('a message without an answer may have been sent', () => {
  expect(faultOfSilence({ answered: false, wasSent: true, why: 'x' }).kind).toBe('unknown')
})

it('a message that did not reach the provider can be sent again', () => {
  expect(faultOfSilence({ answered: false, wasSent: false, why: 'x' }).kind).toBe('temporary')
})

it.each([
  { kind: 'configuration', statuses: [401, 403, 404, 405] },
  { kind: 'temporary', statuses: [429] },
  { kind: 'unknown', statuses: [500, 502, 503] },
  { kind: 'message', statuses: [400] },
])('a refused call is a fault of the kind $kind after HTTP $statuses', ({ kind, statuses }) => {
  for (const status of statuses) expect(faultOfRefusedCall({}, status, 'x').kind).toBe(kind)
})
