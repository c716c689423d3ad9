/**
 * Why an encrypted connection failed.
 * - `certificate`: the server's certificate is not trusted, or is for another name.
 * - `plain`: the server answers without TLS, as it does on another port.
 * - `version`: the server offers no version of TLS or no cipher that is still in use.
 */
export type TlsFault = 'certificate' | 'plain' | 'version'

/** The errors of OpenSSL for an answer that is no TLS, some of which name the protocol that it may be. */
const PLAIN =
  /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNEXPECTED_MESSAGE|HTTP_REQUEST|UNKNOWN_PROTOCOL|BAD_RECORD_TYPE/
/** The errors of OpenSSL's check of a certificate, and of Node's check of the name in it. */
const CERTIFICATE =
  /\bERR_TLS_CERT|\bCERT_|\bCRL_|SELF_SIGNED|UNABLE_TO_|INVALID_CA|UNKNOWN_CA|HOSTNAME_MISMATCH|BAD_CERTIFICATE|CERTIFICATE_(?:VERIFY_FAILED|REQUIRED|UNKNOWN|EXPIRED|REVOKED)/
/** The handshake ended without a version or a cipher that both sides know. */
const VERSION =
  /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS|CIPHER|HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY|KEY_TOO_SMALL/

/**
 * Returns why the encrypted connection failed; undefined for any other error, including TLS errors that can
 * occur after data was sent. Some clients report only OpenSSL's words, with the code `EPROTO`.
 */
export function tlsFaultOf({
  code = '',
  originalCode = '',
  message = '',
}: Readonly<{ code?: string; originalCode?: string; message?: string }>): TlsFault | undefined {
  const opensslWords = /\bSSL routines\b/i.test(message) ? message.replace(/ /g, '_').toUpperCase() : ''
  const words = `${code} ${originalCode} ${opensslWords}`
  if (PLAIN.test(words)) return 'plain'
  if (CERTIFICATE.test(words)) return 'certificate'
  return VERSION.test(words) ? 'version' : undefined
}
