import type { Alert } from '../operation/checks/check.ts'

/** Each alert as level, kind, sentence of the banner, and title, detail and address of its entry on the start page. */
export function alertRows(alerts: readonly Alert[] = []): string[][] {
  return alerts.map(({ level, kind, banner = '', card }) => [
    ...[level, kind, banner],
    ...(card ? [card.title, card.detail, card.href] : []),
  ])
}

/** Each line of `ordi doctor` as `level: text`. */
export function findingRows(findings: readonly { level: string; text: string }[] = []): string[] {
  return findings.map(({ level, text }) => `${level}: ${text}`)
}
