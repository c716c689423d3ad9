import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../testing/any-text.ts'
import { writeCsv } from './csv.ts'

/** Any text, often one with characters that are special in a spreadsheet. */
const trickyText = fc.oneof(
  anyText(),
  fc
    .array(
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ';', ',', "'", '|', '1', 'ä', '＝', '\0'),
    )
    .map((signs) => signs.join('')),
)
const table = fc.array(fc.array(trickyText, { minLength: 1, maxLength: 4 }), { maxLength: 5 })

/** Returns the cell that a spreadsheet shows as this text without running it. */
function expectedCell(text: string): string {
  return /^[=+\-@\t\r\n\0＝＋－＠]|^0\d+$|^\d{12,}$/.test(text) ? `'${text}` : text
}

/** Parses a CSV file (RFC 4180), and asserts that the last row is complete. */
function parseCsv(csv: string, separator = ';'): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < csv.length; i++) {
    const character = csv[i]
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (csv[i + 1] === '"') cell += csv[i++]
      else isQuoted = false
    } else if (character === '"') isQuoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\r' && csv[i + 1] === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      i++
    } else cell += character
  }
  expect([isQuoted, row, cell]).toEqual([false, [], ''])
  return rows
}

describe('a CSV file', () => {
  it.each(['=1+1', '+43660-0', '+1+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\0=1', '＝1'])(
    'turns formulas into text: %j',
    (text) => {
      expect(parseCsv(writeCsv([[text]]))).toEqual([[`'${text}`]])
    },
  )

  it.each(['+43 664 1234567', '+436600000012', '06641234567', '01067', '436641234567'])(
    'keeps the digits of phone numbers and postcodes: %s',
    (text) => {
      expect(parseCsv(writeCsv([[text]]))).toEqual([[`'${text}`]])
    },
  )

  it('has no cell that begins like a formula', () => {
    fc.assert(
      fc.property(table, (rows) => {
        for (const cell of parseCsv(writeCsv(rows)).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\0]/)
      }),
    )
  })

  it('does not mark other numbers, days and times', () => {
    const cells = ['6850', '06 12 34 56 78', '180,00', '0,00', '2027-01-12', '08:30', '']
    expect(parseCsv(writeCsv([cells]))).toEqual([cells])
  })

  it('contains all texts, with formulas and digits marked', () => {
    fc.assert(
      fc.property(table, (rows) => {
        expect(parseCsv(writeCsv(rows))).toEqual(rows.map((row) => row.map(expectedCell)))
      }),
    )
  })

  it('does not split cells at commas', () => {
    expect(parseCsv(writeCsv([['harmless,=1+1']]), ',')).toEqual([['harmless,=1+1']])
  })
})
