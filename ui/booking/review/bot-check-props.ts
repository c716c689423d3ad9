/** The props of every kind of check. */
export type BotCheckProps = Readonly<{
  /** The token of a solved check; undefined while it runs, null when it cannot run. */
  onToken: (token: string | null | undefined) => void
}>
