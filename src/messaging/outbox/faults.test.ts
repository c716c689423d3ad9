import { expect, it } from 'vitest'
import { openTestApp } from '../../testing/test-app.ts'
import { findFault, forgetFault, recordFault } from './faults.ts'

it('a channel has its last fault, with the begin of a pause, until something was sent', () => {
  const { ctx } = openTestApp({ empty: true })
  expect(findFault(ctx(), 'email')).toBeUndefined()
  recordFault(ctx(), 'email', 'Bitte das Passwort prüfen.', { pauses: true })
  recordFault(ctx(), 'sms', 'Bitte das Guthaben prüfen.', { pauses: false })
  expect(findFault(ctx(), 'email')).toEqual({
    advice: 'Bitte das Passwort prüfen.',
    pausedSince: ctx().now,
  })
  expect(findFault(ctx(), 'sms')).toEqual({ advice: 'Bitte das Guthaben prüfen.', pausedSince: null })
  forgetFault(ctx(), 'email')
  expect([findFault(ctx(), 'email'), findFault(ctx(), 'sms')?.pausedSince]).toEqual([undefined, null])
})
