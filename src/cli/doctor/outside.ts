import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'
import { classifyAddress } from '../../access/address-class.ts'
import type { ResolveHost } from '../../access/guarded-call.ts'
import { askSelf } from '../../access/links.ts'
import type { Ctx } from '../../ctx.ts'
import { SELF_CHECK_HEADER, type SelfCheckAnswer } from '../../http/by-secret.ts'
import { tryMailServer } from '../../messaging/email/smtp.ts'
import { type Finding, good, hint, type Subject, wrong } from '../../operation/checks/finding.ts'
import { isLoopback, patientUrl } from '../../practice/addresses.ts'
import { findMailServer, findSender } from '../../practice/mail-server.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { tlsFaultOf } from '../../shared/tls-fault.ts'
import { reasonOf } from './deadline.ts'

/** Reads the TXT records of a name. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>

const MAIL_TIMEOUT_MS = { connect: 10_000, greeting: 10_000, silence: 10_000, total: 15_000 }

/** Connects and logs in, without sending anything. */
export async function checkMailServer(ctx: Ctx): Promise<Finding> {
  const about = 'mail server'
  const server = findMailServer(ctx)
  if (server === undefined)
    return wrong(about, {
      text: 'none is set, so that nobody can verify an address and book: web admin, E-Mail-Server; or SMTP_URL',
      german:
        'Es ist keiner eingerichtet. Darum kann niemand die Adresse bestätigen und buchen: Bitte unter „E-Mail-Server“ eintragen.',
    })
  const { host, port, login } = server
  const result = await tryMailServer(server, MAIL_TIMEOUT_MS)
  if (result.ok)
    return good(about, {
      text: `${host}:${port} takes ${login ? 'the login' : 'mail without login'}`,
      german: `${host}:${port} nimmt ${login ? 'die Anmeldung' : 'E-Mails ohne Anmeldung'} an`,
    })
  const place = ctx.config.smtpUrl === undefined ? 'the web admin, E-Mail-Server' : 'SMTP_URL'
  return wrong(about, {
    text: `${host}:${port}: ${result.detail.replace(/\.$/, '')}. Check ${place}.`,
    german:
      result.advice ??
      result.cause ??
      `${host}:${port} nimmt gerade nichts an (${result.detail.replace(/\.$/, '')}).`,
  })
}

/**
 * Whether the domain of the sender says who may send for it (RFC 7208, 7489). Hints only: the mail server's
 * operator knows.
 */
export async function checkSender(ctx: Ctx, resolveTxt: ResolveTxt): Promise<Finding> {
  const about = 'sender'
  const sender = findSender(ctx)
  if (sender === undefined)
    return wrong(about, {
      text: 'there is none: enter the e-mail of the practice in the web admin, or set MAIL_FROM',
      german: 'Es gibt keinen: Bitte unter „Praxisdaten“ die E-Mail-Adresse eintragen.',
    })
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  const has = async (name: string, version: string) =>
    (await recordsOf(resolveTxt(name))).some((parts) => parts.join('').startsWith(version))
  const found = await Promise.all([has(domain, 'v=spf1'), has(`_dmarc.${domain}`, 'v=DMARC1')]).catch(
    reasonOf,
  )
  if (typeof found === 'string') return unknown(about, domain, found)
  const missing = ['SPF', 'DMARC'].filter((_, i) => !found[i]).join(' and ')
  return missing === ''
    ? good(about, {
        text: `${sender.address}; ${domain} has SPF and DMARC`,
        german: `${sender.address}; ${domain} hat SPF und DMARC`,
      })
    : hint(about, {
        text: `${domain} has no ${missing} record, so that e-mails may end as spam: ask who runs its mail`,
        german: `${domain} hat keinen Eintrag für ${missing.replace('and', 'und')}, darum können E-Mails als Spam enden: Bitte bei der Verwaltung der Domain ergänzen.`,
      })
}

/** None for a name that does not exist. @throws Error when no name server answers */
function recordsOf<Entry>(answer: Promise<readonly Entry[]>): Promise<readonly Entry[]> {
  return answer.catch((error) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return []
    throw error
  })
}

function unknown(about: Subject, name: string, reason: string): Finding {
  return hint(about, {
    text: `${name} cannot be looked up here (${reason})`,
    german: `${name} lässt sich von hier nicht nachschlagen (${reason}).`,
  })
}

const TIMEOUT_MS = 10_000
/** Let's Encrypt renews 30 days before the end; two weeks before it, something has failed. */
const CERTIFICATE_LATE = 14 * DAY_LENGTH
/** An address that no visitor has (RFC 5737). */
const FORGED = '192.0.2.77'

/**
 * The address for patients, its name, its certificate, and what arrives here of a request that is sent there.
 */
export async function checkAddress(
  ctx: Ctx,
  resolveHost: ResolveHost,
  isRunning: boolean,
): Promise<Finding[]> {
  const url = new URL(patientUrl(ctx, ''))
  const address = checkUrl(url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await recordsOf(resolveHost(host)).catch(reasonOf)
  if (typeof addresses === 'string') return [address, unknown('DNS', host, addresses)]
  const dns = judgeName(host, addresses)
  if (dns.level === 'wrong') return [address, dns]
  const certificate = url.protocol === 'https:' ? [await checkCertificate(url, ctx.now)] : []
  const outside = isRunning
    ? await checkFromOutside(ctx, url)
    : [
        hint('from outside', {
          text: 'left out, because the portal does not run here',
          german: 'Nicht geprüft, weil das Portal hier nicht läuft.',
        }),
      ]
  return [address, dns, ...certificate, ...outside]
}

function checkUrl({ href, hostname, pathname, protocol }: URL): Finding {
  const about = 'address'
  const set = 'set BASE_URL=https://…, or the address in the web admin under URLs'
  if (pathname !== '/')
    return wrong(about, {
      text: `${href} has a path, so that links in e-mails open the first page: ${set}, without a path`,
      german: `${href} hat einen Pfad, darum öffnen Links in E-Mails die erste Seite: Bitte die Adresse unter „URLs & Admin E-Mail“ ohne Pfad eintragen.`,
    })
  const setGerman = 'Bitte BASE_URL=https://… setzen, oder die Adresse unter „URLs & Admin E-Mail“ eintragen.'
  if (isLoopback(hostname))
    return wrong(about, {
      text: `${href} can be opened on this machine only: ${set}`,
      german: `${href} lässt sich nur auf diesem Rechner öffnen. ${setGerman}`,
    })
  if (protocol === 'http:')
    return hint(about, {
      text: `${href} is not encrypted, and health data passes there. With a proxy: ${set}`,
      german: `${href} ist nicht verschlüsselt, und darüber gehen Gesundheitsdaten. Mit einem Proxy davor: ${setGerman}`,
    })
  return good(about, { text: href, german: href })
}

function judgeName(host: string, addresses: readonly string[]): Finding {
  const about = 'DNS'
  if (addresses.length === 0)
    return wrong(about, {
      text: `${host} has no address: add an A or AAAA record for it where the domain is managed`,
      german: `${host} hat keine Adresse: Bitte bei der Verwaltung der Domain einen Eintrag A oder AAAA anlegen.`,
    })
  const list = addresses.join(', ')
  return addresses.some((each) => classifyAddress(each) === 'public') || isLoopback(host)
    ? good(about, { text: `${host} is ${list}`, german: `${host} ist ${list}` })
    : hint(about, {
        text: `${host} is ${list}, which cannot be reached from the internet`,
        german: `${host} ist ${list}. Das ist aus dem Internet nicht erreichbar.`,
      })
}

async function checkCertificate({ hostname, port }: URL, now: number): Promise<Finding> {
  const about = 'certificate'
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port || 443), servername: hostname, timeout: TIMEOUT_MS })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return judgeCertificate(socket, now)
  } catch (error) {
    const { text, german } = connectionFault(error, port || '443')
    return wrong(about, {
      text: `${hostname}: ${text}. Look into the log of the proxy, which gets the certificate.`,
      german: `${hostname}: ${german}. Bitte im Protokoll des Proxys nachsehen, der das Zertifikat holt.`,
    })
  } finally {
    socket.destroy()
  }
}

/** Returns why no encrypted connection came about, without OpenSSL's own words. */
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

function judgeCertificate(socket: TLSSocket, now: number): Finding {
  const { valid_to, issuer } = socket.getPeerCertificate()
  const left = Math.floor((Date.parse(valid_to) - now) / DAY_LENGTH)
  const by = issuer.O ?? issuer.CN
  const text = `valid for ${left} days, by ${by}`
  const german = `Gilt noch ${left} Tage, von ${by}`
  return left * DAY_LENGTH < CERTIFICATE_LATE
    ? hint('certificate', {
        text: `${text}: it should have been renewed. Look into the log of the proxy.`,
        german: `${german}: Es sollte schon erneuert sein. Bitte im Protokoll des Proxys nachsehen.`,
      })
    : good('certificate', { text, german })
}

/**
 * A request to the public address. It leaves this machine, so it shows what a visitor meets, except a
 * firewall for others.
 */
async function checkFromOutside(ctx: Ctx, url: URL): Promise<Finding[]> {
  const about = 'from outside'
  const first = await request(ctx, url)
  if ('german' in first)
    return [
      wrong(about, {
        text: `${url.href}: ${first.text} Try it with a phone without WLAN: if it opens there, only this machine cannot reach it.`,
        german: `${url.href}: ${first.german} Bitte mit einem Handy ohne WLAN versuchen: Öffnet sie sich dort, erreicht sie nur dieser Rechner nicht.`,
      }),
    ]
  const { seen, hsts } = first
  return [
    good(about, {
      text: `${url.href} leads to this installation`,
      german: `${url.href} führt zu dieser Anlage`,
    }),
    ...(await checkProxy(ctx, url, seen)),
    ...(url.protocol === 'http:'
      ? []
      : [
          hsts
            ? good('HSTS', { text: 'browsers use https only', german: 'Browser verwenden nur https' })
            : hint('HSTS', {
                text: 'the header is missing: BASE_URL must begin with https, and the proxy must pass it on',
                german:
                  'Der Kopf fehlt: BASE_URL muss mit https beginnen, und der Proxy muss ihn durchreichen.',
              }),
        ]),
  ]
}

async function checkProxy(ctx: Ctx, url: URL, seen: SelfCheckAnswer): Promise<Finding[]> {
  const about = 'proxy'
  if (!seen.forwarded)
    return url.protocol === 'http:'
      ? [good(about, { text: 'none', german: 'Keiner' })]
      : [
          wrong(about, {
            text: 'it does not send X-Forwarded-For, so that all visitors look like one: see docs/ops',
            german: 'Er sendet X-Forwarded-For nicht, darum sehen alle Besucher wie einer aus (docs/ops).',
          }),
        ]
  if (seen.untrusted_proxy !== null)
    return [
      wrong(about, {
        text: `${seen.untrusted_proxy} is not trusted: add it to TRUSTED_PROXIES, and start again`,
        german: `${seen.untrusted_proxy} gilt nicht als vertrauenswürdig: Bitte in TRUSTED_PROXIES eintragen und neu starten.`,
      }),
    ]
  if (url.protocol === 'https:' && !seen.https)
    return [
      wrong(about, {
        text: 'it does not send X-Forwarded-Proto: https; or set BASE_URL=https://…',
        german: 'Er sendet X-Forwarded-Proto: https nicht. Oder BASE_URL=https://… setzen.',
      }),
    ]
  const forged = await request(ctx, url, { 'x-forwarded-for': FORGED })
  return 'seen' in forged && forged.seen.origin === FORGED
    ? [
        wrong(about, {
          text: 'it passes on an X-Forwarded-For that visitors invent: let it replace the header (docs/ops)',
          german:
            'Er reicht ein X-Forwarded-For weiter, das Besucher erfinden: Er muss den Kopf ersetzen (docs/ops).',
        }),
      ]
    : [
        good(about, {
          text: 'it is trusted, and names the visitor',
          german: 'Er gilt als vertrauenswürdig und nennt den Besucher',
        }),
      ]
}

/** @returns why it does not lead to this installation, in both languages, or what arrived there */
async function request(
  ctx: Ctx,
  url: URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<Readonly<{ text: string; german: string }> | Readonly<{ seen: SelfCheckAnswer; hsts: boolean }>> {
  const { question, answer } = askSelf(ctx)
  try {
    const response = await fetch(new URL('/api/self-check', url), {
      headers: { ...headers, [SELF_CHECK_HEADER]: question },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status >= 300 && response.status < 400) return redirected(response.headers.get('location'))
    const seen = (await response.json().catch(() => ({}))) as Partial<SelfCheckAnswer>
    if (seen.answer !== answer)
      return {
        text: `another program or installation answers (status ${response.status}).`,
        german: `Ein anderes Programm oder eine andere Anlage antwortet (Status ${response.status}).`,
      }
    return { seen: seen as SelfCheckAnswer, hsts: response.headers.has('strict-transport-security') }
  } catch (error) {
    const reason = reasonOf(error)
    return { text: `no answer (${reason}).`, german: `Keine Antwort (${reason}).` }
  }
}

function redirected(to: string | null) {
  return {
    text: `it leads on to ${to}. Set BASE_URL to that address.`,
    german: `Sie führt weiter zu ${to}. Bitte BASE_URL auf diese Adresse setzen.`,
  }
}
