/** The props of every kind of check. */
export type BotCheckProps = Readonly<{
  /** The token of a solved check; undefined when it has expired or failed. */
  onToken: (token: string | undefined) => void
}>
