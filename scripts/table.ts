/** Prints rows in aligned columns; the first row has the headings. */
export function printTable(table: readonly (readonly string[])[]): void {
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  for (const row of table)
    console.log(row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join(' | '))
}
