import type { SmsFault } from './provider.ts'

/** What came back: the status and the body, read as JSON where it is some. */
export type Answer = Readonly<{ answered: true; status: number; body: unknown }>

/** Nothing came back. `sent` is false when the request certainly never reached the provider. */
export type Silence = Readonly<{ answered: false; sent: boolean; why: string }>

export type Request = Readonly<{
  method: 'GET' | 'POST' | 'PUT'
  headers: Readonly<Record<string, string>>
  body?: string
  /** Milliseconds for everything, to the last byte of the answer. */
  timeoutMs: number
}>

/** Milliseconds. Connecting ends after 10 s by itself, which leaves the rest to the answer and tells the two apart. */
export const TIMEOUT_MS = { send: 15_000, read: 10_000, balance: 5_000 }

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/

/** One call, never repeated, never redirected (the credentials would go along). */
export async function call(ask: typeof fetch, url: string, request: Request): Promise<Answer | Silence> {
  const { timeoutMs, ...init } = request
  try {
    const response = await ask(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    return { answered: true, status: response.status, body: parsed(await response.text()) }
  } catch (fault) {
    return silence(fault)
  }
}

/** For a message: what an answer that is no answer means. */
export function silentFault({ sent, why }: Silence): SmsFault {
  return sent
    ? {
        ok: false,
        kind: 'unknown',
        sendStatus: null,
        detail: `Keine Antwort (${why}): Es ist nicht bekannt, ob die SMS gesendet wurde.`,
      }
    : { ok: false, kind: 'temporary', sendStatus: null, detail: `Nicht erreichbar (${why}).` }
}

/** For a message: what the HTTP status says before the body is looked at; undefined when the body decides. */
export function faultOfStatus(status: number): SmsFault | undefined {
  const fault = (kind: SmsFault['kind'], sentence: string): SmsFault => ({
    ok: false,
    kind,
    sendStatus: `HTTP ${status}`,
    detail: `${sentence} (HTTP ${status})`,
  })
  if (status >= 500) return fault('unknown', 'Störung: Es ist nicht bekannt, ob die SMS gesendet wurde.')
  if (status === 429) return fault('temporary', 'Zu viele Anfragen.')
  if (status === 401 || status === 403) return fault('configuration', 'Die Zugangsdaten wurden abgelehnt.')
  if (status === 404 || status === 405)
    return fault('configuration', 'Unter dieser Adresse antwortet kein SMS-Dienst.')
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}

type Cause = Readonly<{ code?: string; syscall?: string; message?: string; errors?: readonly Cause[] }>

function silence(fault: unknown): Silence {
  const { name, cause = {} } = fault as { name?: string; cause?: Cause }
  if (name === 'TimeoutError') return { answered: false, sent: true, why: 'Zeitüberschreitung' }
  return { answered: false, sent: !neverLeft(cause), why: cause.code ?? 'Verbindung abgebrochen' }
}

/** No connection came about, a wrong certificate ended it before anything was said, or a redirect was all the answer. */
function neverLeft({ code = '', syscall, message, errors }: Cause): boolean {
  if (errors !== undefined) return errors.every(neverLeft)
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    CERTIFICATE.test(code) ||
    message === 'unexpected redirect'
  )
}
