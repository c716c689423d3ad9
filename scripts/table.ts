/** Prints rows, for example headings and figures, in as many aligned columns as the first row has. */
export function printTable(table: readonly (readonly string[])[]): void {
  const [first = []] = table
  const widths = first.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  for (const row of table)
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '))
}
