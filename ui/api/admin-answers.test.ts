import { expect, test } from 'vitest'
import { balanceIn, rowsIn, statusIn } from './admin-answers.ts'

/** The instant of each balance and message. */
const AT = '2027-01-07T13:40:00+01:00'

test.each([
  { amount: 12.5, currency: 'EUR', ts: AT },
  { amount: 0, currency: 'USD', ts: AT },
  { amount: null, currency: 'EUR', ts: null },
])('a balance %j stays as it is', (balance) => {
  expect(balanceIn(balance)).toEqual(balance)
})

test('a balance may have its amount as text, its time as `timestamp`, and no currency', () => {
  expect(balanceIn({ amount: '12.50', timestamp: AT })).toEqual({ amount: '12.50', currency: 'EUR', ts: AT })
})

test('a balance whose amount is a text and no number stays as it is', () => {
  expect(balanceIn({ amount: '1.234,50', ts: AT }).amount).toBe('1.234,50')
})

test('a balance with an empty amount is unknown', () => {
  expect(balanceIn({ amount: '', currency: '' })).toEqual({ amount: null, currency: 'EUR', ts: null })
})

test('the rows of a log are read from a list, or from the field of an object that has the name of the log', () => {
  const rows = [expect.objectContaining({ id: 1 })]
  const answer = [{ id: 1 }]
  expect(rowsIn({ emails: answer, more: true }, 'emails')).toEqual({ rows, more: true })
  expect(rowsIn({ sms: answer }, 'sms')).toEqual({ rows, more: false })
  expect(rowsIn(answer, 'emails')).toEqual({ rows, more: false })
  expect(rowsIn({ odoo: answer }, 'emails')).toEqual({ rows: [], more: false })
})

test('a row as in the specification gets the fields that it lacks', () => {
  const bare = { id: 1, subject: 'Ihr Termin', status: 'sent', created_at: AT }
  const [row] = rowsIn([bare], 'emails').rows
  expect(row).toMatchObject({ ...bare, settled: null, remedy: null, open: false, emptied: null, kind: null })
})

test('a row of our own server keeps its fields', () => {
  const settled = { at: AT, by: 'gerda' }
  const ownRow = { id: 2, settled, open: true, emptied: 'Inhalt gelöscht.', kind: 'test' }
  const [row] = rowsIn([ownRow], 'sms').rows
  expect(row).toMatchObject(ownRow)
})

test('a status of only message and level gets reasons and counts', () => {
  const bare = { message: 'Die Sicherung ist zu alt.', level: 'danger' }
  expect(statusIn(bare)).toEqual({
    ...bare,
    reasons: [{ message: 'Die Sicherung ist zu alt.', href: '' }],
    counts: { requests: 0, failed: 0 },
  })
})

test('a status with an empty message gets no reasons', () => {
  expect(statusIn({ message: '', level: 'info' })).toMatchObject({ reasons: [] })
})

test('a status with reasons and counts stays as it is', () => {
  const full = {
    message: 'Die Sicherung ist zu alt.',
    level: 'danger',
    reasons: [],
    counts: { requests: 1, failed: 2 },
  }
  expect(statusIn(full)).toEqual(full)
})
