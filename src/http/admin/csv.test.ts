import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../testing/any-text.ts'
import { writeCsv } from './csv.ts'

/** Any text, often one with characters that are special in a spreadsheet. */
const anyTrickyText = fc.oneof(
  anyText(),
  fc.array(fc.constantFrom(...'=+-@\t\r\n";,\'|1ä＝\0')).map((signs) => signs.join('')),
)
const anyTable = fc.array(fc.array(anyTrickyText, { minLength: 1, maxLength: 4 }), { maxLength: 5 })

/** Returns the cell that a spreadsheet shows as this text without running it. */
function expectedCell(text: string): string {
  const formula = /^[=+\-@\t\r\n\0＝＋－＠]/
  const digitsOfPhoneOrPostcode = /^0\d+$|^\d{12,}$/
  return formula.test(text) || digitsOfPhoneOrPostcode.test(text) ? `'${text}` : text
}

/** Parses a CSV file whose cells are all quoted (RFC 4180). Throws if it has anything else. */
function parseCsv(csv: string, separator = ';'): string[][] {
  const cellAndEnd = new RegExp(`"((?:[^"]|"")*)"(${separator}|\r\n)`, 'y')
  const rows: string[][] = []
  let row: string[] = []
  while (cellAndEnd.lastIndex < csv.length) {
    const [match, quoted = '', end] = cellAndEnd.exec(csv) ?? []
    if (match === undefined) throw new Error(`not a cell: ${csv}`)
    row.push(quoted.replaceAll('""', '"'))
    if (end === separator) continue
    rows.push(row)
    row = []
  }
  expect(row).toEqual([])
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
      fc.property(anyTable, (rows) => {
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
      fc.property(anyTable, (rows) => {
        expect(parseCsv(writeCsv(rows))).toEqual(rows.map((row) => row.map(expectedCell)))
      }),
    )
  })

  it('does not split cells at commas', () => {
    expect(parseCsv(writeCsv([['harmless,=1+1']]), ',')).toEqual([['harmless,=1+1']])
  })
})
