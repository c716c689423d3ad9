import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'
import { type Finding, goodFinding, hintFinding, wrongFinding } from '../../operation/checks/finding.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { tlsFaultOf } from '../../shared/tls-fault.ts'
import { reasonOf } from './reason.ts'

/** Milliseconds until the address has to answer. */
const TIMEOUT_MS = 10_000
/** Let's Encrypt renews 30 days before the end. With fewer days left than this, that has failed. */
const RENEWED_BY_DAYS = 14

/** Checks whether the certificate of the URL is trusted, and for how long. */
export async function checkCertificate({ hostname, port }: URL, now: number): Promise<Finding> {
  const about = 'certificate'
  // An IPv6 address is in brackets.
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port || 443), servername: hostname, timeout: TIMEOUT_MS })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return judgeCertificate(socket, now)
  } catch (error) {
    const { text, german } = connectionFault(error, port || '443')
    return wrongFinding(about, {
      text: `${hostname}: ${text}. Look into the log of the proxy, which gets the certificate.`,
      german: `${hostname}: ${german}. Bitte im Protokoll des Proxys nachsehen, der das Zertifikat holt.`,
    })
  } finally {
    socket.destroy()
  }
}

/** Returns why the encrypted connection failed, without OpenSSL's wording where possible. */
function connectionFault(error: unknown, port: string): Readonly<{ text: string; german: string }> {
  const reason = reasonOf(error)
  switch (tlsFaultOf(error as Error)) {
    case 'plain':
      return {
        text: `port ${port} answers without TLS`,
        german: `Port ${port} antwortet ohne Verschlüsselung`,
      }
    case 'version':
      return {
        text: `port ${port} offers no version of TLS or no cipher that is still in use`,
        german: `Port ${port} bietet nur veraltete Verschlüsselung an, nötig ist TLS 1.2 oder neuer`,
      }
    case 'certificate':
      return {
        text: `the certificate is not trusted (${reason})`,
        german: `Dem Zertifikat wird nicht vertraut (${reason})`,
      }
    default:
      return { text: reason, german: `Keine Verbindung auf Port ${port} (${reason})` }
  }
}

/** Returns for how long the certificate is valid; as a hint if it should have been renewed already. */
function judgeCertificate(socket: TLSSocket, now: number): Finding {
  const { valid_to, issuer } = socket.getPeerCertificate()
  const daysLeft = Math.floor((Date.parse(valid_to) - now) / DAY_LENGTH)
  const authority = issuer.O ?? issuer.CN
  const text = `valid for ${daysLeft} days, by ${authority}`
  const german = `Gilt noch ${daysLeft} Tage, von ${authority}`
  if (daysLeft >= RENEWED_BY_DAYS) return goodFinding('certificate', { text, german })
  return hintFinding('certificate', {
    text: `${text}: it should have been renewed. Look into the log of the proxy.`,
    german: `${german}: Es sollte schon erneuert sein. Bitte im Protokoll des Proxys nachsehen.`,
  })
}
