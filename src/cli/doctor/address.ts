import { classifyAddress } from '../../access/address-class.ts'
import type { ResolveHost } from '../../access/guarded-call.ts'
import type { Ctx } from '../../ctx.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from '../../operation/checks/finding.ts'
import { isLoopback, patientUrl } from '../../practice/addresses.ts'
import { checkCertificate } from './certificate.ts'
import { lookUpFailed, recordsOf } from './dns.ts'
import { checkFromOutside } from './from-outside.ts'
import { reasonOf } from './reason.ts'

/**
 * Checks the address for patients, its name, its certificate, and how a request to it arrives here. Without a
 * known address of the name, the other checks are skipped.
 * @param isStored false when `ctx` has no stored data, and so no key to recognise its own portal
 */
export async function checkAddress(
  ctx: Ctx,
  resolveHost: ResolveHost,
  { isRunning, isStored }: Readonly<{ isRunning: boolean; isStored: boolean }>,
): Promise<Finding[]> {
  const url = new URL(patientUrl(ctx, ''))
  const address = checkUrl(url)
  const { finding: name, hasAddress } = await lookUpName(url, resolveHost)
  if (!hasAddress) return [address, name]
  const certificate = url.protocol === 'https:' ? [await checkCertificate(url, ctx.now)] : []
  const outside = isRunning && isStored ? await checkFromOutside(ctx, url) : [notRequested(isRunning)]
  return [address, name, ...certificate, ...outside]
}

/** Looks up the IP addresses of the name. `hasAddress` is false if there is none, or if no server answers. */
async function lookUpName(
  { hostname }: URL,
  resolveHost: ResolveHost,
): Promise<{ finding: Finding; hasAddress: boolean }> {
  // An IPv6 address is in brackets.
  const host = hostname.replace(/^\[|\]$/g, '')
  try {
    const addresses = await recordsOf(resolveHost(host))
    return { finding: checkName(host, addresses), hasAddress: addresses.length > 0 }
  } catch (error) {
    return { finding: lookUpFailed('DNS', host, reasonOf(error)), hasAddress: false }
  }
}

/** Returns the finding that says why no request was sent from outside. */
function notRequested(isRunning: boolean): Finding {
  if (!isRunning)
    return hintFinding('from outside', {
      text: 'left out, because the portal does not run here',
      german: 'Nicht geprüft, weil das Portal hier nicht läuft.',
    })
  return hintFinding('from outside', {
    text: 'left out, because the data of this installation cannot be read',
    german: 'Nicht geprüft, weil die Daten dieser Anlage nicht gelesen werden können.',
  })
}

/** Checks the form of the address: encrypted, without a path, and not of this machine only. */
function checkUrl({ href, hostname, pathname, protocol }: URL): Finding {
  const about = 'address'
  const remedy = 'set BASE_URL=https://…, or the address in the web admin under URLs'
  if (pathname !== '/')
    return wrongFinding(about, {
      text: `${href} has a path, so that links in e-mails open the first page: ${remedy}, without a path`,
      german: `${href} hat einen Pfad, darum öffnen Links in E-Mails die erste Seite: Bitte die Adresse unter „URLs & Admin E-Mail“ ohne Pfad eintragen.`,
    })
  const remedyGerman =
    'Bitte BASE_URL=https://… setzen, oder die Adresse unter „URLs & Admin E-Mail“ eintragen.'
  if (isLoopback(hostname))
    return wrongFinding(about, {
      text: `${href} can be opened on this machine only: ${remedy}`,
      german: `${href} lässt sich nur auf diesem Rechner öffnen. ${remedyGerman}`,
    })
  if (protocol === 'http:')
    return hintFinding(about, {
      text: `${href} is not encrypted, and health data passes there. With a proxy: ${remedy}`,
      german: `${href} ist nicht verschlüsselt, und darüber gehen Gesundheitsdaten. Mit einem Proxy davor: ${remedyGerman}`,
    })
  return goodFinding(about, { text: href, german: href })
}

/** Checks whether the name has an IP address that the internet can reach. */
function checkName(host: string, addresses: readonly string[]): Finding {
  const about = 'DNS'
  if (addresses.length === 0)
    return wrongFinding(about, {
      text: `${host} has no address: add an A or AAAA record for it where the domain is managed`,
      german: `${host} hat keine Adresse: Bitte bei der Verwaltung der Domain einen Eintrag A oder AAAA anlegen.`,
    })
  const list = addresses.join(', ')
  return addresses.some((address) => classifyAddress(address) === 'public') || isLoopback(host)
    ? goodFinding(about, { text: `${host} is ${list}`, german: `${host} ist ${list}` })
    : hintFinding(about, {
        text: `${host} is ${list}, which cannot be reached from the internet`,
        german: `${host} ist ${list}. Das ist aus dem Internet nicht erreichbar.`,
      })
}
