/** The token of a solved check; undefined while the check runs, null when it cannot run. */
export type BotCheckToken = string | null | undefined

/** The props of every kind of check. */
export type BotCheckProps = Readonly<{ onToken: (token: BotCheckToken) => void }>
