import type { FaultKind, SmsFault } from './provider.ts'
import type { Silence } from './provider-call.ts'

/** The fault and the German sentence of each code of a provider. */
export type FaultCodes = Readonly<Record<string, readonly [FaultKind, sentence: string]>>

/** Returns the fault for a code. An unknown code means that the message is refused. */
export function faultOfCode(codes: FaultCodes, code: string): SmsFault {
  const known = Object.hasOwn(codes, code) ? codes[code] : undefined
  // A longer code, or one with other characters, could contain parts of the message.
  const shown = /^\w{1,40}$/.test(code) ? code : 'ohne Code'
  const [kind, sentence] = known ?? (['message', 'Die Nachricht wurde abgelehnt.'] as const)
  return { ok: false, kind, sendStatus: shown, detail: `${sentence} (${shown})` }
}

/** The fault of an unreadable answer, after which the message may or may not have been accepted. */
export const UNREADABLE_ANSWER: SmsFault = {
  ok: false,
  kind: 'unknown',
  sendStatus: null,
  detail: 'Unverständliche Antwort: Es ist nicht bekannt, ob die SMS gesendet wurde.',
}

/** Returns the fault of a message whose call has no response. */
export function faultOfSilence({ wasSent, why }: Silence): SmsFault {
  if (!wasSent)
    return { ok: false, kind: 'temporary', sendStatus: null, detail: `Nicht erreichbar (${why}).` }
  const detail = `Keine Antwort (${why}): Es ist nicht bekannt, ob die SMS gesendet wurde.`
  return { ok: false, kind: 'unknown', sendStatus: null, detail }
}

/**
 * Returns the fault of a refused call by its code, or else by its HTTP status. With a 5xx the code is
 * ignored, because the provider may have accepted the message before it failed.
 */
export function faultOfRefusedCall(codes: FaultCodes, status: number, code: string): SmsFault {
  const isKnown = status < 500 && Object.hasOwn(codes, code)
  if (isKnown) return faultOfCode(codes, code)
  return faultOfStatus(status) ?? faultOfCode(codes, code)
}

/** Returns the fault that an HTTP status alone implies; undefined if it says too little. */
function faultOfStatus(status: number): SmsFault | undefined {
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
