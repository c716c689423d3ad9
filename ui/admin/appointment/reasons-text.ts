/** The number of reasons that are written out. A full day has many, and the others are only counted. */
const MOST_REASONS = 5

/**
 * Returns why a time is not free, each reason once, because several doctors may be occupied for the same
 * reason.
 */
export function reasonsText(reasons: readonly { text: string }[]): string {
  const texts = [...new Set(reasons.map(({ text }) => text))]
  const moreCount = texts.length - MOST_REASONS
  const shown = texts.slice(0, MOST_REASONS).join(' ')
  return moreCount > 0 ? `${shown} Und ${moreCount} weitere.` : shown
}
