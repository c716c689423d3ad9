import type { MailServer } from '../../practice/mail-server.ts'

/** This module says in German what is wrong with a mail server, and what to check. */

/** A sentence for each setting that may be wrong. */
export type Advice = ReturnType<typeof adviceFor>

/**
 * Returns sentences that say which setting to correct.
 * @param whereConfigured where the server is set up: in SMTP_URL, or on a page of the admin area
 */
export const adviceFor = (whereConfigured: string) => ({
  login: `Der E-Mail-Server nimmt die Anmeldung nicht an: Bitte Benutzer und Passwort ${whereConfigured} prüfen.`,
  noLogin: `Der E-Mail-Server bietet keine Anmeldung an: Bitte Server und Port ${whereConfigured} prüfen, oder Benutzer und Passwort dort weglassen.`,
  loginRequired: `Der E-Mail-Server verlangt eine Anmeldung: Bitte Benutzer und Passwort ${whereConfigured} eintragen.`,
  noTls: `Die Verbindung zum E-Mail-Server ist nicht verschlüsselt, darum wird keine Anmeldung gesendet: Bitte Server und Port ${whereConfigured} prüfen.`,
  certificate: `Dem Zertifikat des E-Mail-Servers wird nicht vertraut: Bitte den Namen ${whereConfigured} prüfen. Eine eigene Zertifizierungsstelle steht in NODE_EXTRA_CA_CERTS.`,
  plain: `Der E-Mail-Server ist auf diesem Port anders verschlüsselt: Bitte Verschlüsselung und Port ${whereConfigured} prüfen.`,
  version: `Der E-Mail-Server bietet nur veraltete Verschlüsselung an, nötig ist TLS 1.2 oder neuer: Bitte Server und Port ${whereConfigured} prüfen, oder bei seinem Betreiber nachfragen.`,
  sender: 'Der E-Mail-Server lehnt den Absender ab: Bitte MAIL_FROM prüfen.',
  forbidden: `Unter dieser Adresse kann kein E-Mail-Server sein: Bitte den Server ${whereConfigured} prüfen.`,
  noSmtp: `Unter dieser Adresse antwortet kein E-Mail-Server: Bitte Server und Port ${whereConfigured} prüfen.`,
  server: `Der E-Mail-Server lehnt die Verbindung ab: Bitte Server und Port ${whereConfigured} prüfen.`,
})

/** The part of an error of the system or of nodemailer that says why there is no connection. */
type ConnectionError = Readonly<{ code?: string; originalCode?: string; message: string }>

/** A cause of a missing connection: the codes and messages that show it, and its sentence. */
type Cause = Readonly<{ signs: RegExp; sentence: (server: MailServer) => string }>

const CAUSES: readonly Cause[] = [
  {
    signs: /ENOTFOUND|ENODATA/,
    sentence: ({ host, whereConfigured }) =>
      `Den E-Mail-Server „${host}“ gibt es nicht: Bitte den Namen ${whereConfigured} prüfen.`,
  },
  {
    signs: /EAI_AGAIN/,
    sentence: ({ host }) =>
      `Der Name „${host}“ lässt sich nicht nachschlagen: Bitte die Internetverbindung des Servers prüfen.`,
  },
  {
    signs: /ECONNREFUSED/,
    sentence: ({ host, port, whereConfigured }) =>
      `Der E-Mail-Server „${host}“ nimmt auf Port ${port} keine Verbindung an: Bitte Server und Port ${whereConfigured} prüfen.`,
  },
  {
    signs: /Connection timeout|connect ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|Greeting never received/,
    sentence: ({ host, port, whereConfigured }) =>
      `Der E-Mail-Server „${host}“ antwortet auf Port ${port} nicht: Bitte Server, Port und Verschlüsselung ${whereConfigured} prüfen.`,
  },
  {
    signs: /before secure TLS connection/,
    sentence: ({ host, port, whereConfigured }) =>
      `Der E-Mail-Server „${host}“ beendet die Verbindung auf Port ${port}, bevor sie verschlüsselt ist: Bitte Verschlüsselung und Port ${whereConfigured} prüfen.`,
  },
]

/**
 * Returns why no connection was made, as a sentence with the setting to check; undefined for another fault.
 */
export function causeOf(error: ConnectionError, server: MailServer): string | undefined {
  const codesAndMessage = `${error.code} ${error.originalCode} ${error.message}`
  return CAUSES.find(({ signs }) => signs.test(codesAndMessage))?.sentence(server)
}
