import { beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '../../ctx.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { findFault, forgetFault, recordFault } from './faults.ts'

describe('the fault of a channel', () => {
  let ctx: Ctx
  beforeEach(() => {
    ctx = openTestApp({ empty: true }).ctx()
  })

  it('is undefined while all is well', () => {
    expect(findFault(ctx, 'email')).toBeUndefined()
  })

  it('has the beginning of its pause, if it pauses the channel', () => {
    recordFault(ctx, 'email', 'Bitte das Passwort prüfen.', { pauses: true })
    recordFault(ctx, 'sms', 'Bitte das Guthaben prüfen.', { pauses: false })
    expect(findFault(ctx, 'email')).toEqual({ advice: 'Bitte das Passwort prüfen.', pausedSince: ctx.now })
    expect(findFault(ctx, 'sms')).toEqual({ advice: 'Bitte das Guthaben prüfen.', pausedSince: null })
  })

  it('is forgotten for one channel only', () => {
    recordFault(ctx, 'email', 'Bitte das Passwort prüfen.', { pauses: true })
    recordFault(ctx, 'sms', 'Bitte das Guthaben prüfen.', { pauses: false })
    forgetFault(ctx, 'email')
    expect(findFault(ctx, 'email')).toBeUndefined()
    expect(findFault(ctx, 'sms')).toBeDefined()
  })
})
