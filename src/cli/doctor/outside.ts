import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'
import { askSelf } from '../../access/links.ts'
import type { Ctx } from '../../ctx.ts'
import { classifyAddress, type ResolveHost } from '../../erp/guarded-call.ts'
import { SELF_CHECK_HEADER, type SelfCheckAnswer } from '../../http/by-secret.ts'
import { tryMailServer } from '../../messaging/email/smtp.ts'
import { type Finding, good, hint, wrong } from '../../operation/checks/finding.ts'
import { isLoopback, patientUrl } from '../../practice/addresses.ts'
import { findMailServer, findSender } from '../../practice/mail-server.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { reasonOf } from './within.ts'

/** Reads the TXT records of a name. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>

const MAIL_TIMEOUT_MS = { connect: 10_000, greeting: 10_000, silence: 10_000, total: 15_000 }

/** Connects and logs in, without sending anything. */
export async function checkMailServer(ctx: Ctx): Promise<Finding> {
  const about = 'mail server'
  const server = findMailServer(ctx)
  if (server === undefined)
    return wrong(
      about,
      'none is set, so that nobody can verify an address and book: web admin, E-Mail-Server; or SMTP_URL',
    )
  const { host, port, login } = server
  const result = await tryMailServer(server, MAIL_TIMEOUT_MS)
  if (result.ok) return good(about, `${host}:${port} takes ${login ? 'the login' : 'mail without login'}`)
  const place = ctx.config.smtpUrl === undefined ? 'the web admin, E-Mail-Server' : 'SMTP_URL'
  return wrong(about, `${host}:${port}: ${result.detail.replace(/\.$/, '')}. Check ${place}.`)
}

/**
 * Whether the domain of the sender says who may send for it (RFC 7208, 7489). Hints only: the mail server's
 * operator knows.
 */
export async function checkSender(ctx: Ctx, resolveTxt: ResolveTxt): Promise<Finding> {
  const about = 'sender'
  const sender = findSender(ctx)
  if (sender === undefined)
    return wrong(about, 'there is none: enter the e-mail of the practice in the web admin, or set MAIL_FROM')
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  const has = async (name: string, version: string) =>
    (await recordsOf(resolveTxt(name))).some((parts) => parts.join('').startsWith(version))
  const found = await Promise.all([has(domain, 'v=spf1'), has(`_dmarc.${domain}`, 'v=DMARC1')]).catch(
    reasonOf,
  )
  if (typeof found === 'string') return unknown(about, domain, found)
  const missing = ['SPF', 'DMARC'].filter((_, i) => !found[i]).join(' and ')
  return missing === ''
    ? good(about, `${sender.address}; ${domain} has SPF and DMARC`)
    : hint(
        about,
        `${domain} has no ${missing} record, so that e-mails may end as spam: ask who runs its mail`,
      )
}

/** None for a name that does not exist. @throws Error when no name server answers */
function recordsOf<Entry>(answer: Promise<readonly Entry[]>): Promise<readonly Entry[]> {
  return answer.catch((error) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return []
    throw error
  })
}

function unknown(about: string, name: string, reason: string): Finding {
  return hint(about, `${name} cannot be looked up here (${reason})`)
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
    : [hint('from outside', 'left out, because the portal does not run here')]
  return [address, dns, ...certificate, ...outside]
}

function checkUrl({ href, hostname, protocol }: URL): Finding {
  const about = 'address'
  const set = 'set BASE_URL=https://…, or the address in the web admin under URLs'
  if (isLoopback(hostname)) return wrong(about, `${href} can be opened on this machine only: ${set}`)
  if (protocol === 'http:')
    return hint(about, `${href} is not encrypted, and health data passes there. With a proxy: ${set}`)
  return good(about, href)
}

function judgeName(host: string, addresses: readonly string[]): Finding {
  const about = 'DNS'
  if (addresses.length === 0)
    return wrong(about, `${host} has no address: add an A or AAAA record for it where the domain is managed`)
  const list = addresses.join(', ')
  return addresses.some((each) => classifyAddress(each) === 'public') || isLoopback(host)
    ? good(about, `${host} is ${list}`)
    : hint(about, `${host} is ${list}, which cannot be reached from the internet`)
}

async function checkCertificate({ hostname, port }: URL, now: number): Promise<Finding> {
  const about = 'certificate'
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port || 443), servername: hostname, timeout: TIMEOUT_MS })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return judgeCertificate(socket, now)
  } catch (error) {
    return wrong(
      about,
      `${hostname}: ${reasonOf(error)}. Look into the log of the proxy, which gets the certificate.`,
    )
  } finally {
    socket.destroy()
  }
}

function judgeCertificate(socket: TLSSocket, now: number): Finding {
  const { valid_to, issuer } = socket.getPeerCertificate()
  const left = Math.floor((Date.parse(valid_to) - now) / DAY_LENGTH)
  const text = `valid for ${left} days, by ${issuer.O ?? issuer.CN}`
  return left * DAY_LENGTH < CERTIFICATE_LATE
    ? hint('certificate', `${text}: it should have been renewed. Look into the log of the proxy.`)
    : good('certificate', text)
}

/**
 * A request to the public address. It leaves this machine, so it shows what a visitor meets, except a
 * firewall for others.
 */
async function checkFromOutside(ctx: Ctx, url: URL): Promise<Finding[]> {
  const about = 'from outside'
  const first = await request(ctx, url)
  if (typeof first === 'string')
    return [
      wrong(
        about,
        `${url.href}: ${first} Try it with a phone without WLAN: if it opens there, only this machine cannot reach it.`,
      ),
    ]
  const { seen, hsts } = first
  return [
    good(about, `${url.href} leads to this installation`),
    ...(await checkProxy(ctx, url, seen)),
    ...(url.protocol === 'http:'
      ? []
      : [
          hsts
            ? good('HSTS', 'browsers use https only')
            : hint(
                'HSTS',
                'the header is missing: BASE_URL must begin with https, and the proxy must pass it on',
              ),
        ]),
  ]
}

async function checkProxy(ctx: Ctx, url: URL, seen: SelfCheckAnswer): Promise<Finding[]> {
  const about = 'proxy'
  if (!seen.forwarded)
    return url.protocol === 'http:'
      ? [good(about, 'none')]
      : [wrong(about, 'it does not send X-Forwarded-For, so that all visitors look like one: see docs/ops')]
  if (seen.untrusted_proxy !== null)
    return [
      wrong(about, `${seen.untrusted_proxy} is not trusted: add it to TRUSTED_PROXIES, and start again`),
    ]
  if (url.protocol === 'https:' && !seen.https)
    return [wrong(about, 'it does not send X-Forwarded-Proto: https; or set BASE_URL=https://…')]
  const forged = await request(ctx, url, { 'x-forwarded-for': FORGED })
  return typeof forged !== 'string' && forged.seen.origin === FORGED
    ? [
        wrong(
          about,
          'it passes on an X-Forwarded-For that visitors invent: let it replace the header (docs/ops)',
        ),
      ]
    : [good(about, 'it is trusted, and names the visitor')]
}

/** @returns a sentence when it does not lead to this installation */
async function request(ctx: Ctx, url: URL, headers: Readonly<Record<string, string>> = {}) {
  const { question, answer } = askSelf(ctx)
  try {
    const response = await fetch(new URL('/api/self-check', url), {
      headers: { ...headers, [SELF_CHECK_HEADER]: question },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status >= 300 && response.status < 400)
      return `it leads on to ${response.headers.get('location')}. Set BASE_URL to that address.`
    const seen = (await response.json().catch(() => ({}))) as Partial<SelfCheckAnswer>
    if (seen.answer !== answer) return `another program or installation answers (status ${response.status}).`
    return { seen: seen as SelfCheckAnswer, hsts: response.headers.has('strict-transport-security') }
  } catch (error) {
    return `no answer (${reasonOf(error)}).`
  }
}
