import { useSyncExternalStore } from 'react'

/** The last result of the request. Without data and error it is still loading. */
type StartResult<Data> = Readonly<{
  data: Data | undefined
  error: Error | undefined
  /** Set while the data are the ones that came with the page, until the first request ends. */
  provisional?: true
}>

type StartRequest<Data> = {
  /** Takes the data that came with the page. They count until a request is answered or fails. */
  seed: (data: Data) => void
  /** Sends the request, unless one is running. The earlier result stays until the new one has arrived. */
  send: () => Promise<StartResult<Data>>
  /** A hook that returns the last result, and sends the first request. */
  use: () => StartResult<Data>
  /** A hook that returns the data alone. An answer with the same data does not render the component again. */
  useData: () => Data | undefined
}

/** Makes the call of the request, until the signal aborts it. */
type Call<Data> = (signal: AbortSignal) => Promise<Data>

/** How the call is tried. */
type Attempts<Data> = {
  /** Milliseconds until one attempt is aborted. */
  timeout: number
  /** Milliseconds to wait before each further attempt. */
  pauses: readonly number[]
  /** Makes a last attempt when all others have timed out, because the line may just be slow. */
  lastAttempt?: () => Promise<Data>
}

/**
 * Makes a request that the first screen waits for. It does without TanStack Query, which all later requests
 * use, because that would add 10 kB to the code that a phone loads before it shows anything.
 */
export function startRequest<Data>(call: Call<Data>, attempts: Attempts<Data>): StartRequest<Data> {
  let state: StartResult<Data> = { data: undefined, error: undefined }
  let running: Promise<StartResult<Data>> | undefined
  const listeners = new Set<() => void>()

  /** Ends the request with a result. Equal data stay the same object, so that nothing renders again. */
  const settle = (result: StartResult<Data>) => {
    const isSame = JSON.stringify(result.data) === JSON.stringify(state.data)
    state = isSame ? { ...result, data: state.data } : result
    running = undefined
    for (const listener of listeners) listener()
    return state
  }

  const send = () => {
    running ??= callWithRetries(call, attempts).then(
      (data) => settle({ data, error: undefined }),
      (error: Error) => settle({ data: state.data, error }),
    )
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

  const readData = () => state.data

  return {
    seed,
    send,
    use: () => useSyncExternalStore(subscribe, read, read),
    useData: () => useSyncExternalStore(subscribe, readData, readData),
  }
}

/** Makes the call, and repeats it after each failure while pauses are left. */
async function callWithRetries<Data>(call: Call<Data>, attempts: Attempts<Data>): Promise<Data> {
  const { timeout, pauses, lastAttempt } = attempts
  try {
    return await call(AbortSignal.timeout(timeout))
  } catch (error) {
    const [pause, ...laterPauses] = pauses
    if (pause === undefined) {
      if (lastAttempt && isTimeout(error)) return lastAttempt()
      throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
    return callWithRetries(call, { ...attempts, pauses: laterPauses })
  }
}

function isTimeout(error: unknown): boolean {
  return (error as Error).name === 'TimeoutError'
}
