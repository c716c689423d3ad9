import { describe, expect, test } from 'vitest'
import { closureText, isClosedOn } from './closures.ts'

/** Days of this year are written without their year. */
const TODAY = '2027-01-07'

describe('a closure in words', () => {
  test.each([
    ['2027-08-02', '2027-08-06', 'Urlaub', 'Geschlossen von Mo\u00a02. bis Fr\u00a06.\u00a0August: Urlaub'],
    ['2027-08-02', '2027-08-06', '', 'Geschlossen von Mo\u00a02. bis Fr\u00a06.\u00a0August'],
    [
      '2027-07-30',
      '2027-08-06',
      'Urlaub',
      'Geschlossen von Fr\u00a030.\u00a0Juli bis Fr\u00a06.\u00a0August: Urlaub',
    ],
    [
      '2027-12-24',
      '2028-01-07',
      '',
      'Geschlossen von Fr\u00a024.\u00a0Dezember bis Fr\u00a07.\u00a0Jänner 2028',
    ],
    ['2027-12-24', '2027-12-31', '', 'Geschlossen von Fr\u00a024. bis Fr\u00a031.\u00a0Dezember'],
    ['2028-01-03', '2028-01-07', '', 'Geschlossen von Mo\u00a03. bis Fr\u00a07.\u00a0Jänner 2028'],
    ['2028-01-06', '2028-01-06', '', 'Do\u00a06.\u00a0Jänner 2028 geschlossen'],
    [
      '2027-01-06',
      '2027-01-06',
      'Heilige Drei Könige',
      'Mi\u00a06.\u00a0Jänner geschlossen: Heilige Drei Könige',
    ],
    ['2027-01-08', '2027-01-08', '', 'Fr\u00a08.\u00a0Jänner geschlossen'],
  ])('from %s to %s, with the reason “%s”, is “%s”', (from, to, reason, text) => {
    expect(closureText({ from, to, reason }, TODAY)).toBe(text)
  })
})

test('a closure includes its first and its last day', () => {
  const closures = [{ from: '2027-08-02', to: '2027-08-06', reason: '' }]
  const days = ['2027-08-01', '2027-08-02', '2027-08-04', '2027-08-06', '2027-08-07']
  expect(days.map((day) => isClosedOn(closures, day))).toEqual([false, true, true, true, false])
  expect(isClosedOn([], '2027-08-02')).toBe(false)
})
