import { expect, test } from 'vitest'
import { balanceIn, rowsIn } from './admin-answers.ts'

const AT = '2027-01-07T13:40:00+01:00'

test.each([
  [
    { amount: 12.5, currency: 'EUR', ts: AT },
    { amount: 12.5, currency: 'EUR', ts: AT },
  ],
  [
    { amount: '12.50', timestamp: AT },
    { amount: 12.5, currency: 'EUR', ts: AT },
  ],
  [
    { amount: 0, currency: 'USD', ts: AT },
    { amount: 0, currency: 'USD', ts: AT },
  ],
  [
    { amount: null, currency: 'EUR', ts: null },
    { amount: null, currency: 'EUR', ts: null },
  ],
  [
    { amount: '', currency: '' },
    { amount: null, currency: 'EUR', ts: null },
  ],
])('a balance %j is understood as %j', (answer, balance) => {
  expect(balanceIn(answer)).toEqual(balance)
})

test('a log is a list, or an object with one', () => {
  const rows = [{ id: 1 }]
  expect(rowsIn({ emails: rows, more: true }, 'emails')).toEqual({ rows, more: true })
  expect(rowsIn({ sms: rows }, 'sms')).toEqual({ rows, more: false })
  expect(rowsIn(rows, 'emails')).toEqual({ rows, more: false })
})
