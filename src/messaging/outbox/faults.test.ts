import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { findFault, forgetFault, recordFault, updateFault } from './faults.ts'
import type { DeliveryOutcome } from './transport.ts'

let ctx: Ctx
beforeEach(() => {
  ctx = openTestApp({ empty: true }).ctx()
})

describe('the fault of a channel', () => {
  it('is undefined while all is well', () => {
    expect(findFault(ctx, 'email')).toBeUndefined()
  })

  it('stores when its pause began, if it pauses the channel', () => {
    recordFault(ctx, 'email', 'Bitte das Passwort prüfen.', { pauses: true })
    recordFault(ctx, 'sms', 'Bitte das Guthaben prüfen.', { pauses: false })
    expect(findFault(ctx, 'email')).toEqual({ advice: 'Bitte das Passwort prüfen.', pausedSince: ctx.now })
    expect(findFault(ctx, 'sms')).toEqual({ advice: 'Bitte das Guthaben prüfen.', pausedSince: null })
  })

  it('ends without the faults of the other channels', () => {
    recordFault(ctx, 'email', 'Bitte das Passwort prüfen.', { pauses: true })
    recordFault(ctx, 'sms', 'Bitte das Guthaben prüfen.', { pauses: false })
    forgetFault(ctx, 'email')
    expect(findFault(ctx, 'email')).toBeUndefined()
    expect(findFault(ctx, 'sms')).toBeDefined()
  })
})

describe('an attempt that gives advice', () => {
  const advice = 'Bitte Guthaben aufladen.'
  /** Returns the fault of the channel after an attempt with this result. */
  const faultAfter = (result: DeliveryOutcome['result']) => {
    updateFault(ctx, 'email', { result, error: null, advice })
    return findFault(ctx, 'email')
  }

  it('and ends as sent leaves the channel without a fault', () => {
    expect(faultAfter('sent')).toBeUndefined()
  })

  it.each(['temporary', 'failed'] as const)('and ends as %s leaves the channel with the advice', (result) => {
    expect(faultAfter(result)).toEqual({ advice, pausedSince: null })
  })

  it.each(['away', 'configuration'] as const)('and ends as %s also pauses the channel', (result) => {
    expect(faultAfter(result)).toEqual({ advice, pausedSince: ctx.now })
  })
})
