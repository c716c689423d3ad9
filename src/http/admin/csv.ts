/**
 * Matches cells that a spreadsheet takes for a formula because of their beginning (OWASP, CSV injection),
 * except grouped phone numbers.
 */
const FORMULA = /^(?!\+\d[\d ]* \d+$)[=+\-@\t\r\n\0＝＋－＠]/

/**
 * Matches a phone number or postcode that a spreadsheet would show as another number: `+436641234567` as
 * 4,36641E+11, `01067` as 1067.
 */
const DIGITS = /^(?:[+0]\d+|\d{12,})$/

/**
 * Returns the rows as CSV (RFC 4180), with semicolons and CRLF, as a German Excel expects. Every cell is
 * quoted, so that neither `;` nor a line break splits it.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoteCell).join(';')}\r\n`).join('')
}

/**
 * Quotes a cell so that Excel shows it as text and runs no formula of a patient. Excel reads digits as a
 * number, even if quoted, unless they are grouped (`+43 664 1234567`) or written as `="01067"`
 * (https://stackoverflow.com/questions/165042). That formula is harmless, because it contains only digits.
 * Every other text that starts like a formula gets a `'` before it
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function quoteCell(text: string): string {
  return `"${asText(text).replaceAll('"', '""')}"`
}

function asText(text: string): string {
  if (DIGITS.test(text)) return `="${text}"`
  return FORMULA.test(text) ? `'${text}` : text
}
