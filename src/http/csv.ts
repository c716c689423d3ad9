/** What makes a spreadsheet take a cell for a formula (OWASP, CSV injection); a `'` in front makes it text. */
const TRIGGER = /^[=+\-@\t\r\n\0＝＋－＠]/

/**
 * A table as spreadsheets here read it: RFC 4180 with semicolons and CRLF, and a byte order mark, without which umlauts break.
 * Every cell is quoted, so that a program that separates by commas makes no two cells of one.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`
}

function cell(text: string): string {
  const safe = TRIGGER.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
