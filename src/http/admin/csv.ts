/**
 * Matches cells that a spreadsheet takes for a formula because of their beginning (OWASP, CSV injection).
 * Phone numbers begin with `+` and are no exception, because `+43 664-1+cmd` looks like one, too.
 */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/

/** Matches digits that a spreadsheet would show as another number, such as `01067` as 1067. */
const DIGITS = /^(?:0\d+|\d{12,})$/

/**
 * Returns the rows as CSV (RFC 4180), with semicolons and CRLF, as a German Excel expects. Every cell is
 * quoted, so that neither `;` nor a line break splits it.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoteCell).join(';')}\r\n`).join('')
}

/**
 * Quotes a cell so that a spreadsheet shows it as text and runs no formula of a patient. Text that looks like
 * a formula or a shorter number gets a `'` before it
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function quoteCell(text: string): string {
  return `"${asText(text).replaceAll('"', '""')}"`
}

function asText(text: string): string {
  return FORMULA.test(text) || DIGITS.test(text) ? `'${text}` : text
}
