/** The minutes by which the practice may say that it runs late (docs/behaviour.md 19.50). */
export const LATE_MINUTES = { least: 5, most: 120 } as const
