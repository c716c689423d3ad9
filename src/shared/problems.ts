import { DEFAULT_CANCEL_HOURS, tooLateText } from './cut-off.ts'
import {
  BOOKING_NOT_FOUND,
  CONSENT_REQUIRED,
  EMAIL_UNVERIFIED,
  HOLD_EXPIRED,
  LINK_WITHOUT_ID,
  SERVICE_GONE,
} from './messages.de.ts'

/**
 * Every expected refusal by its code on the wire, with HTTP status and German sentence (docs/behaviour.md
 * 13.7). Callers compare the codes, so none is renamed for the sake of style.
 */
export const PROBLEMS = {
  invalid: [400, 'Bitte prüfen Sie Ihre Angaben.'],
  'bookingId required': [400, LINK_WITHOUT_ID],
  'email and password required': [400, 'E-Mail und Passwort sind erforderlich.'],
  consent_required: [400, CONSENT_REQUIRED],
  bot_check_failed: [400, 'Die Sicherheitsprüfung ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.'],
  unauthorized: [401, 'Bitte melden Sie sich an.'],
  invalid_credentials: [401, 'Login fehlgeschlagen.'],
  second_factor_required: [401, 'Bitte geben Sie den Code Ihrer Authenticator-App ein.'],
  email_unverified: [403, EMAIL_UNVERIFIED],
  bad_signature: [403, 'Dieser Link ist ungültig oder abgelaufen.'],
  forbidden: [403, 'Das ist mit Ihrem Zugang nicht möglich.'],
  proof_required: [403, 'Bitte bestätigen Sie noch einmal, dass Sie es sind.'],
  cross_site: [403, 'Diese Anfrage kam von einer fremden Seite.'],
  // The thing that is not found is a booking.
  'not found': [404, BOOKING_NOT_FOUND],
  service_not_found: [404, SERVICE_GONE],
  unknown_path: [404, 'Diese Adresse gibt es nicht.'],
  slot_taken: [409, 'Dieser Termin ist leider nicht mehr frei. Bitte wählen Sie einen anderen.'],
  offer_gone: [409, 'Dieses Angebot gilt nicht mehr.'],
  conflict: [409, 'Diese Angaben wurden inzwischen von jemand anderem geändert.'],
  resource_in_use: [409, 'Das wird noch verwendet und kann nicht gelöscht werden.'],
  already_decided: [409, 'Über diesen Termin wurde bereits anders entschieden.'],
  too_late: [409, tooLateText('Stornierung', DEFAULT_CANCEL_HOURS)],
  hold_expired: [410, HOLD_EXPIRED],
  expired: [410, 'Dieser Link oder Code ist ungültig, abgelaufen oder wurde schon verwendet.'],
  too_large: [413, 'Die Anfrage ist zu groß.'],
  unsupported_media_type: [415, 'Diese Anfrage muss JSON sein.'],
  too_many: [429, 'Zu viele Anfragen. Bitte warten Sie ein wenig und versuchen Sie es dann erneut.'],
  internal: [500, 'Es ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es später erneut.'],
  test_failed: [502, 'Der Test ist fehlgeschlagen.'],
  closed: [503, 'Die Online-Buchung ist derzeit geschlossen. Bitte rufen Sie uns an.'],
  bot_check_unavailable: [503, 'Die Sicherheitsprüfung ist derzeit nicht möglich. Bitte rufen Sie uns an.'],
  unavailable: [
    503,
    'Die Buchung ist gerade nicht möglich. Bitte versuchen Sie es später erneut oder rufen Sie uns an.',
  ],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ProblemCode = keyof typeof PROBLEMS

/** Further fields of the answer, by their wire names. */
type ProblemFacts = Readonly<Record<string, unknown>> & {
  /** A sentence for each faulty field, by its wire name. */
  readonly fields?: Readonly<Record<string, string>>
}

/** An expected refusal of a call. Any other error is a bug, which is answered as `internal`. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly facts: ProblemFacts

  /** @param sentence replaces the German sentence of the code */
  constructor(code: ProblemCode, facts: ProblemFacts = {}, sentence?: string) {
    super(sentence ?? PROBLEMS[code][1])
    this.name = 'Problem'
    this.code = code
    this.facts = facts
  }

  get status(): (typeof PROBLEMS)[ProblemCode][0] {
    return PROBLEMS[this.code][0]
  }
}
