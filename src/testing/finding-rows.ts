/** Returns each line of `ordi doctor` as `level: text`. */
export function findingRows(findings: readonly { level: string; text: string }[] = []): string[] {
  return findings.map(({ level, text }) => `${level}: ${text}`)
}
