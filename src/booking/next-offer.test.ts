import { beforeEach, describe, expect, it } from 'vitest'
import { FREED_START, openWaitingListApp, type WaitingListApp } from '../testing/waiting-list-app.ts'
import { refuseOffer } from './offer-answers.ts'
import { findNextOffer } from './offers.ts'
import { UNDO_MS } from './undoable-changes.ts'

let app: WaitingListApp

beforeEach(() => {
  app = openWaitingListApp()
})

describe('the next offer', () => {
  it('is not due while no time has been freed', () => {
    expect(findNextOffer(app.ctx())).toBeUndefined()
  })

  it('is due once the change that freed a time can no longer be undone', () => {
    app.addCaller('rosa')
    app.freeTime(FREED_START)
    expect(findNextOffer(app.ctx())).toBe(app.ctx().now + UNDO_MS)
  })

  it('is due when an open offer expires, or earlier if another time was freed', () => {
    app.addCaller('rosa')
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    const [offer] = app.listOpenOffers()
    if (offer === undefined) throw new Error('There is no open offer.')
    expect(findNextOffer(app.ctx())).toBe(offer.expires_at)
    app.freeTime('2027-01-13T08:30:00+01:00')
    expect(findNextOffer(app.ctx())).toBe(app.ctx().now + UNDO_MS)
  })

  it('is not due once the last person has refused', () => {
    app.addCaller('rosa')
    app.freeTime(FREED_START)
    app.offerAfterUndoTime()
    refuseOffer(app.ctx(), app.openOfferId())
    app.offerAfterUndoTime()
    expect(findNextOffer(app.ctx())).toBeUndefined()
  })
})
