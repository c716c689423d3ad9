import { describe, expect, it } from 'vitest'
import {
  ALL_CLEAR_SUBJECT,
  FAILED_SUBJECT,
  openDangersApp,
  STANDSTILL_SUBJECT,
} from '../testing/dangers-app.ts'
import { listDangers } from './dangers.ts'

// A danger, or its end, is reported after five minutes (`REPORTED_AFTER`). Each `watch(6)` lasts just longer.
describe('e-mails about dangers', () => {
  it('are not sent while all is well', () => {
    const app = openDangersApp()
    app.watch(10)
    expect(app.subjectsOfMails()).toEqual([])
  })

  it('report a danger once, after it has lasted for five minutes', () => {
    const app = openDangersApp()
    app.insertEmail('failed')
    app.watch(5)
    expect(app.subjectsOfMails()).toEqual([])
    app.watch(60)
    expect(app.subjectsOfMails()).toEqual([FAILED_SUBJECT])
  })

  it('report the end once, after the danger has been over for five minutes', () => {
    const app = openDangersApp()
    const id = app.insertEmail('failed')
    app.watch(6)
    app.markSent(id)
    app.watch(5)
    expect(app.subjectsOfMails()).toEqual([FAILED_SUBJECT])
    app.watch(60)
    expect(app.subjectsOfMails()).toEqual([FAILED_SUBJECT, ALL_CLEAR_SUBJECT])
  })

  it('report a danger again that returns after its end was reported', () => {
    const app = openDangersApp()
    const id = app.insertEmail('failed')
    app.watch(6)
    app.markSent(id)
    app.watch(6)
    app.insertEmail('failed')
    app.watch(6)
    expect(app.subjectsOfMails()).toEqual([FAILED_SUBJECT, ALL_CLEAR_SUBJECT, FAILED_SUBJECT])
  })

  it('are not sent for a danger that ends within five minutes', () => {
    const app = openDangersApp()
    app.markSent(app.insertEmail('failed'))
    const id = app.insertEmail('failed')
    app.watch(4)
    app.markSent(id)
    app.watch(20)
    expect(app.subjectsOfMails()).toEqual([])
  })

  it('are not sent again for a danger that returns within five minutes', () => {
    const app = openDangersApp()
    const id = app.insertEmail('failed')
    app.watch(10)
    for (let interruption = 1; interruption <= 5; interruption++) {
      app.markSent(id)
      app.watch(4)
      app.changeRows(`update messages set status = 'failed' where id = ?`, id)
      app.watch(10)
    }
    expect(app.subjectsOfMails()).toEqual([FAILED_SUBJECT])
  })

  it('report a second danger on its own, and the end once both are over', () => {
    const app = openDangersApp()
    const failedId = app.insertEmail('failed')
    app.watch(10)
    const overdueId = app.insertEmail('queued')
    // Ten minutes until it is overdue, five until that is reported, and some more for a second e-mail.
    app.watch(30)
    expect(app.subjectsOfMails()).toEqual([FAILED_SUBJECT, STANDSTILL_SUBJECT])

    app.markSent(failedId)
    app.watch(30)
    expect(app.subjectsOfMails()).toEqual([FAILED_SUBJECT, STANDSTILL_SUBJECT])
    expect(listDangers(app.ctx()).map(({ kind }) => kind)).toEqual(['standstill'])

    app.markSent(overdueId)
    app.watch(10)
    expect(app.subjectsOfMails()).toEqual([FAILED_SUBJECT, STANDSTILL_SUBJECT, ALL_CLEAR_SUBJECT])
  })
})
