import { describe, expect, test } from 'vitest'
import { closureText, isClosedOn } from './closures.ts'

/** Days of this year are written without their year. */
const TODAY = '2027-01-07'

describe('a closure in words', () => {
  test.each([
    {
      closure: { from: '2027-08-02', to: '2027-08-06', reason: 'Urlaub' },
      text: 'Geschlossen von Mo\u00a02. bis Fr\u00a06.\u00a0August: Urlaub',
    },
    {
      closure: { from: '2027-08-02', to: '2027-08-06', reason: '' },
      text: 'Geschlossen von Mo\u00a02. bis Fr\u00a06.\u00a0August',
    },
    {
      closure: { from: '2027-07-30', to: '2027-08-06', reason: 'Urlaub' },
      text: 'Geschlossen von Fr\u00a030.\u00a0Juli bis Fr\u00a06.\u00a0August: Urlaub',
    },
    {
      closure: { from: '2027-12-24', to: '2028-01-07', reason: '' },
      text: 'Geschlossen von Fr\u00a024.\u00a0Dezember bis Fr\u00a07.\u00a0Jänner 2028',
    },
    {
      closure: { from: '2027-12-24', to: '2027-12-31', reason: '' },
      text: 'Geschlossen von Fr\u00a024. bis Fr\u00a031.\u00a0Dezember',
    },
    {
      closure: { from: '2028-01-03', to: '2028-01-07', reason: '' },
      text: 'Geschlossen von Mo\u00a03. bis Fr\u00a07.\u00a0Jänner 2028',
    },
    {
      closure: { from: '2028-01-06', to: '2028-01-06', reason: '' },
      text: 'Do\u00a06.\u00a0Jänner 2028 geschlossen',
    },
    {
      closure: { from: '2027-01-06', to: '2027-01-06', reason: 'Heilige Drei Könige' },
      text: 'Mi\u00a06.\u00a0Jänner geschlossen: Heilige Drei Könige',
    },
    {
      closure: { from: '2027-01-08', to: '2027-01-08', reason: '' },
      text: 'Fr\u00a08.\u00a0Jänner geschlossen',
    },
  ])(
    'from $closure.from to $closure.to, with the reason “$closure.reason”, is “$text”',
    ({ closure, text }) => {
      expect(closureText(closure, TODAY)).toBe(text)
    },
  )
})

test('a closure includes its first and its last day', () => {
  const closures = [{ from: '2027-08-02', to: '2027-08-06', reason: '' }]
  const days = ['2027-08-01', '2027-08-02', '2027-08-04', '2027-08-06', '2027-08-07']
  expect(days.map((day) => isClosedOn(closures, day))).toEqual([false, true, true, true, false])
  expect(isClosedOn([], '2027-08-02')).toBe(false)
})
