import type { Unanswered } from '../access/guarded-call.ts'

/**
 * The consequence of a failed call.
 * - `settings`: no call succeeds until somebody corrects the settings or the access rights in Odoo.
 * - `away`: Odoo cannot be reached, so no call succeeds until it is back.
 * - `temporary`: the same call may succeed later.
 * - `missing`: a record that the call refers to does not exist.
 * - `permanent`: this call never succeeds.
 */
export type OdooFaultKind = 'settings' | 'away' | 'temporary' | 'missing' | 'permanent'

/** The arguments of an `OdooError`. */
type OdooFault = readonly [kind: OdooFaultKind, sentence: string]

/** Thrown when a call fails. Its message is a German sentence that reveals nothing of Odoo's answer. */
export class OdooError extends Error {
  readonly kind: OdooFaultKind

  constructor(kind: OdooFaultKind, message: string) {
    super(message)
    this.name = 'OdooError'
    this.kind = kind
  }
}

/** Returns whether a call never succeeds, for want of a right or of what it asks for. */
export function isForbiddenOrUnknown(error: unknown): boolean {
  return error instanceof OdooError && (error.kind === 'settings' || error.kind === 'permanent')
}

/** The beginning of a sentence, to which the status may be added. */
export const NO_ODOO = 'Unter ODOO_URL antwortet kein Odoo'

/** The sentence about a database that Odoo cannot reach. At the sign-in, it is an unknown one. */
export const DATABASE_AWAY = 'Odoo erreicht die Datenbank ODOO_DB nicht.'

/** The sentence about a login that Odoo does not accept. */
export const WRONG_LOGIN = 'Odoo hat Benutzer oder Passwort abgelehnt.'

/** Faults by the reason why a call got no answer. */
const UNANSWERED: Readonly<Record<Unanswered['why'], OdooFault>> = {
  address: [
    'settings',
    'ODOO_URL muss mit http:// oder https:// beginnen und darf keine Zugangsdaten enthalten.',
  ],
  name: ['away', 'Den Namen in ODOO_URL gibt es nicht.'],
  private: [
    'settings',
    'ODOO_URL führt in ein privates Netz oder auf diesen Rechner. Das muss mit ALLOW_PRIVATE_TARGETS=1 erlaubt werden.',
  ],
  forbidden: ['settings', 'ODOO_URL führt zu einer Adresse, die nie aufgerufen wird.'],
  certificate: [
    'settings',
    'Dem Zertifikat von Odoo wird nicht vertraut: Bitte den Namen in ODOO_URL prüfen. Eine eigene Zertifizierungsstelle steht in NODE_EXTRA_CA_CERTS.',
  ],
  plain: [
    'settings',
    'Unter ODOO_URL antwortet ein Server ohne Verschlüsselung: Bitte den Port prüfen. Odoo selbst kann kein https, das macht der Proxy davor.',
  ],
  version: [
    'settings',
    'Unter ODOO_URL gibt es nur veraltete Verschlüsselung, nötig ist TLS 1.2 oder neuer: Bitte den Port prüfen, oder beim Betreiber von Odoo nachfragen.',
  ],
  'no-http': [
    'settings',
    'Unter ODOO_URL antwortet kein Webserver: Bitte http oder https und den Port prüfen.',
  ],
  unreachable: ['away', 'Odoo ist nicht erreichbar.'],
  redirect: ['settings', 'Unter ODOO_URL wird man weitergeleitet.'],
  'time-out': ['away', 'Odoo hat nicht rechtzeitig geantwortet.'],
  'too-large': ['permanent', 'Die Antwort von Odoo ist zu groß.'],
}

/** Faults by the last part of the exception's name, because forks rename the packages before it. */
const EXCEPTIONS: Readonly<Record<string, OdooFault>> = {
  AccessDenied: ['settings', 'Odoo hat die Anmeldung abgelehnt.'],
  Unauthorized: ['settings', 'Odoo hat den API-Schlüssel abgelehnt. Vielleicht ist er abgelaufen.'],
  AccessError: ['settings', 'Dem Odoo-Benutzer fehlt ein Recht.'],
  Forbidden: ['settings', 'Dem Odoo-Benutzer fehlt ein Recht.'],
  MissingError: ['missing', 'Der Eintrag wurde in Odoo gelöscht.'],
  OperationalError: ['away', DATABASE_AWAY],
  SerializationFailure: ['temporary', 'Odoo war gerade beschäftigt.'],
  LockNotAvailable: ['temporary', 'Odoo war gerade beschäftigt.'],
  LockError: ['temporary', 'Odoo war gerade beschäftigt.'],
  ValidationError: ['permanent', 'Odoo meldet einen Fehler (ValidationError).'],
  TypeError: ['permanent', 'Odoo meldet einen Fehler (TypeError).'],
  KeyError: ['permanent', 'Odoo meldet einen Fehler (KeyError).'],
  AttributeError: ['permanent', 'Odoo meldet einen Fehler (AttributeError).'],
  ValueError: ['permanent', 'Odoo meldet einen Fehler (ValueError).'],
  UserError: ['permanent', 'Odoo meldet einen Fehler (UserError).'],
}

/** The fault for an exception that is not listed. */
const UNKNOWN_EXCEPTION: OdooFault = ['temporary', 'Odoo meldet einen Fehler.']

/** The fault of a call to a model that no installed module of Odoo provides. */
export const MISSING_MODEL: OdooFault = [
  'settings',
  'In Odoo fehlt ein Modul: Bitte „Kalender“ und „Kontakte“ installieren.',
]

/** Returns the error for a call that got no answer. */
export function unansweredError({ why }: Unanswered): OdooError {
  return new OdooError(...UNANSWERED[why])
}

/** Returns the error for a call that was answered by a proxy in front of Odoo, or by another server. */
export function statusError(status: number): OdooError {
  // Too many requests, or a proxy that does not reach Odoo.
  const isAway = status === 429 || (status >= 502 && status <= 504)
  return isAway
    ? new OdooError('away', `Odoo ist nicht erreichbar (HTTP ${status}).`)
    : new OdooError('settings', `${NO_ODOO} (HTTP ${status}).`)
}

/**
 * Returns the error for a call that Odoo answered with an exception.
 * @param name the full name of the exception, such as `odoo.exceptions.AccessError`
 */
export function exceptionError(name: string, message = ''): OdooError {
  const exception = name.split('.').at(-1) ?? ''
  // Over JSON-RPC, only the message distinguishes a missing model from other user errors.
  if (exception === 'UserError' && /\bdoesn't exist\b/.test(message)) return new OdooError(...MISSING_MODEL)
  const fault = EXCEPTIONS[exception]
  // An unknown exception may be temporary; the outbox gives up after its last attempt.
  return new OdooError(...(fault ?? UNKNOWN_EXCEPTION))
}
