import type { Alert } from '../operation/checks/check.ts'

/**
 * Returns each alert as level, kind and sentence of the banner, then title, detail and address of its card.
 */
export function alertRows(alerts: readonly Alert[] = []): string[][] {
  return alerts.map(({ level, kind, banner = '', card }) => [
    ...[level, kind, banner],
    ...(card ? [card.title, card.detail, card.href] : []),
  ])
}

/** Returns each line of `ordi doctor` as `level: text`. */
export function findingRows(findings: readonly { level: string; text: string }[] = []): string[] {
  return findings.map(({ level, text }) => `${level}: ${text}`)
}
