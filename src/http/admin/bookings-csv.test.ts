import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookingsCsv, writeCsv } from './bookings-csv.ts'

/** Parses RFC 4180. */
function parse(csv: string, separator = ';'): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < csv.length; i++) {
    const sign = csv[i]
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (csv[i + 1] === '"') cell += csv[i++]
      else quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\r' && csv[i + 1] === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      i++
    } else cell += sign
  }
  expect([quoted, row, cell]).toEqual([false, [], ''])
  return rows
}

const trickyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ';', ',', "'", '|', '1', 'ä', '＝', '\0'),
    )
    .map((signs) => signs.join('')),
)
const table = fc.array(fc.array(trickyText, { minLength: 1, maxLength: 4 }), { maxLength: 5 })

describe('the table for spreadsheets', () => {
  it('separates cells by semicolons and ends lines with CRLF', () => {
    expect(
      writeCsv([
        ['Name', 'Ort'],
        ['Rosa "Rosi" Musterfrau', 'Dornbirn; Haselstauden'],
      ]),
    ).toBe('"Name";"Ort"\r\n"Rosa ""Rosi"" Musterfrau";"Dornbirn; Haselstauden"\r\n')
  })

  it.each(['=1+1', '+43660-0', '+1+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\0=1', '＝1'])(
    'turns formulas into text: %j',
    (text) => {
      expect(parse(writeCsv([[text]]))).toEqual([[`'${text}`]])
    },
  )

  it('leaves a phone number in groups as it is', () => {
    const phones = ['+43 664 1234567', '06 12 34 56 78', '533 1234']
    expect(parse(writeCsv([phones, ['+43 664 1+1']]))).toEqual([phones, ["'+43 664 1+1"]])
  })

  it.each(['+436600000012', '06641234567', '01067', '436641234567'])(
    'keeps the digits of phone numbers and postcodes: %s',
    (text) => {
      expect(parse(writeCsv([[text]]))).toEqual([[`="${text}"`]])
    },
  )

  it('leaves other numbers, days and times alone', () => {
    const cells = ['6850', '180,00', '0,00', '2027-01-12', '08:30', '']
    expect(parse(writeCsv([cells]))).toEqual([cells])
  })

  it('contains the written texts, with formulas marked', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const read = parse(writeCsv(rows))
        expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length))
        for (const [i, row] of rows.entries())
          for (const [j, text] of row.entries()) {
            const marked = /^[=+\-@\t\r\n\0＝＋－＠]/.test(text)
            const digits = /^(?:[+0]\d+|\d{12,})$/.test(text)
            expect(read[i]?.[j]).toBe(digits ? `="${text}"` : marked ? `'${text}` : text)
          }
      }),
    )
  })

  it('reads no further page once its reader is gone', async () => {
    let read = 1
    function* pages() {
      try {
        for (; ; read++) yield []
      } finally {
        read = -1
      }
    }
    const reader = ReadableStream.from(bookingsCsv(pages())).getReader()
    for (let i = 0; i < 3; i++) await reader.read()
    expect(read).toBe(2)
    await reader.cancel()
    expect(read).toBe(-1)
  })

  it('does not split cells at commas', () => {
    expect(parse(writeCsv([['harmless,=1+1']]), ',')).toEqual([['harmless,=1+1']])
  })
})
