import { useSyncExternalStore } from 'react'

type Result<Data> = Readonly<{
  data: Data | undefined
  error: Error | undefined
  /** Set while the data are those that came with the page, before a request was answered. */
  provisional?: true
}>

type StartRequest<Data> = {
  /** Takes the data that came with the page. They count until a request is answered. */
  seed: (data: Data) => void
  /** Sends the request, unless one is running. The earlier result stays until the new one has arrived. */
  send: () => Promise<Result<Data>>
  /**
   * Returns the last result, and sends the first request. A result without data and error is still loading.
   */
  use: () => Result<Data>
}

type Attempts = {
  /** Milliseconds until one attempt is aborted. */
  timeout: number
  /** Milliseconds to wait before each further attempt. */
  pauses: readonly number[]
}

/**
 * Makes a request that the first screen waits for. It does without TanStack Query, which all later requests
 * use, because that would add 10 kB to the code that a phone loads before it shows anything.
 */
export function startRequest<Data>(
  call: (signal: AbortSignal) => Promise<Data>,
  { timeout, pauses }: Attempts,
): StartRequest<Data> {
  let state: Result<Data> = { data: undefined, error: undefined }
  let running: Promise<Result<Data>> | undefined
  const listeners = new Set<() => void>()

  const attempt = async (pausesLeft: readonly number[]): Promise<Result<Data>> => {
    try {
      return { data: await call(AbortSignal.timeout(timeout)), error: undefined }
    } catch (error) {
      const [pause, ...laterPauses] = pausesLeft
      if (pause === undefined) {
        // The connection is slow, and the data that it has brought with the page are still true.
        if (state.provisional && (error as Error).name === 'TimeoutError') return state
        return { data: state.data, error: error as Error }
      }
      await new Promise((resolve) => setTimeout(resolve, pause))
      return attempt(laterPauses)
    }
  }

  const settle = (result: Result<Data>) => {
    state = result
    running = undefined
    for (const listener of listeners) listener()
    return result
  }

  const send = () => {
    running ??= attempt(pauses).then(settle)
    return running
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (state.data === undefined && state.error === undefined) void send()
    return () => void listeners.delete(listener)
  }

  const seed = (data: Data) => {
    state = { data, error: undefined, provisional: true }
  }
  const read = () => state

  return { seed, send, use: () => useSyncExternalStore(subscribe, read, read) }
}
