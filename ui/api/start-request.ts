import { useSyncExternalStore } from 'react'

type Answered<Data> = Readonly<{ data: Data | undefined; error: Error | undefined }>

type StartCall<Data> = {
  /** Asks now, unless it is already asking. What was known before stays until the new result is there. */
  ask: () => Promise<Answered<Data>>
  /** The last result; asks by itself when nobody has yet. Neither data nor error: still on its way. */
  use: () => Answered<Data>
}

type Patience = {
  /** Milliseconds that one try may take. */
  timeout: number
  /** Milliseconds to wait before each further try. */
  pauses: readonly number[]
}

/**
 * A call that the first screen waits for. It is a few lines of its own because TanStack Query, which serves every
 * later call, would add 10 kB to what a phone loads before it shows anything.
 */
export function startCall<Data>(
  call: (signal: AbortSignal) => Promise<Data>,
  { timeout, pauses }: Patience,
): StartCall<Data> {
  let state: Answered<Data> = { data: undefined, error: undefined }
  let underWay: Promise<Answered<Data>> | undefined
  const listeners = new Set<() => void>()

  const attempt = async (later: readonly number[]): Promise<Answered<Data>> => {
    try {
      return { data: await call(AbortSignal.timeout(timeout)), error: undefined }
    } catch (fault) {
      const [pause, ...rest] = later
      if (pause === undefined) return { data: state.data, error: fault as Error }
      await new Promise((resolve) => setTimeout(resolve, pause))
      return attempt(rest)
    }
  }

  const settle = (result: Answered<Data>) => {
    state = result
    underWay = undefined
    for (const listener of listeners) listener()
    return result
  }

  const ask = () => {
    underWay ??= attempt(pauses).then(settle)
    return underWay
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (state.data === undefined && state.error === undefined) void ask()
    return () => void listeners.delete(listener)
  }

  return { ask, use: () => useSyncExternalStore(subscribe, () => state) }
}
