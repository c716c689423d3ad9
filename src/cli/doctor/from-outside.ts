import { makeSelfCheck } from '../../access/self-check.ts'
import type { Ctx } from '../../ctx.ts'
import { SELF_CHECK_HEADER, type SelfCheckAnswer } from '../../http/by-secret.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from '../../operation/checks/finding.ts'
import { reasonOf } from './reason.ts'

/** Milliseconds until the address has to answer. */
const TIMEOUT_MS = 10_000
/** An IP address reserved for documentation, which no visitor has (RFC 5737). */
const FORGED_ADDRESS = '192.0.2.77'

/** How this installation saw a request, or why it did not arrive here, in both languages. */
type Outcome =
  | Readonly<{ arrived: true; seen: SelfCheckAnswer; hsts: boolean }>
  | Readonly<{ arrived: false; text: string; german: string }>

/**
 * Sends a request to the public address. It takes the same way as a visitor's request, except through a
 * firewall that lets only this machine pass.
 */
export async function checkFromOutside(ctx: Ctx, url: URL): Promise<Finding[]> {
  const about = 'from outside'
  const outcome = await requestSelfCheck(ctx, url)
  if (!outcome.arrived)
    return [
      wrongFinding(about, {
        text: `${url.href}: ${outcome.text} Try it with a phone without WLAN: if it opens there, only this machine cannot reach it.`,
        german: `${url.href}: ${outcome.german} Bitte mit einem Handy ohne WLAN versuchen: Öffnet sie sich dort, erreicht sie nur dieser Rechner nicht.`,
      }),
    ]
  const { seen, hsts } = outcome
  return [
    goodFinding(about, {
      text: `${url.href} leads to this installation`,
      german: `${url.href} führt zu dieser Anlage`,
    }),
    await checkProxy(ctx, url, seen),
    ...(url.protocol === 'https:' ? [judgeHsts(hsts)] : []),
  ]
}

function judgeHsts(isSent: boolean): Finding {
  if (isSent)
    return goodFinding('HSTS', { text: 'browsers use https only', german: 'Browser verwenden nur https' })
  return hintFinding('HSTS', {
    text: 'the header is missing: BASE_URL must begin with https, and the proxy must pass it on',
    german: 'Der Kopf fehlt: BASE_URL muss mit https beginnen, und der Proxy muss ihn durchreichen.',
  })
}

/** Checks the set-up of the proxy by how a request to the public address arrives here. */
async function checkProxy(ctx: Ctx, url: URL, seen: SelfCheckAnswer): Promise<Finding> {
  const about = 'proxy'
  if (!seen.forwarded && url.protocol === 'http:')
    return goodFinding(about, { text: 'none', german: 'Keiner' })
  if (!seen.forwarded)
    return wrongFinding(about, {
      text: 'it does not send X-Forwarded-For, so that all visitors look like one: see docs/ops',
      german: 'Er sendet X-Forwarded-For nicht, darum sehen alle Besucher wie einer aus (docs/ops).',
    })
  if (seen.untrusted_proxy !== null)
    return wrongFinding(about, {
      text: `${seen.untrusted_proxy} is not trusted: add it to TRUSTED_PROXIES, and start again`,
      german: `${seen.untrusted_proxy} gilt nicht als vertrauenswürdig: Bitte in TRUSTED_PROXIES eintragen und neu starten.`,
    })
  if (url.protocol === 'https:' && !seen.https)
    return wrongFinding(about, {
      text: 'it does not send X-Forwarded-Proto: https; or set BASE_URL=https://…',
      german: 'Er sendet X-Forwarded-Proto: https nicht. Oder BASE_URL=https://… setzen.',
    })
  if (await passesOnForgedAddress(ctx, url))
    return wrongFinding(about, {
      text: 'it passes on an X-Forwarded-For that visitors invent: let it replace the header (docs/ops)',
      german:
        'Er reicht ein X-Forwarded-For weiter, das Besucher erfinden: Er muss den Kopf ersetzen (docs/ops).',
    })
  return goodFinding(about, {
    text: 'it is trusted, and names the visitor',
    german: 'Er gilt als vertrauenswürdig und nennt den Besucher',
  })
}

/** Returns whether a visitor can make this installation believe that the request has another origin. */
async function passesOnForgedAddress(ctx: Ctx, url: URL): Promise<boolean> {
  const outcome = await requestSelfCheck(ctx, url, { 'x-forwarded-for': FORGED_ADDRESS })
  return outcome.arrived && outcome.seen.origin === FORGED_ADDRESS
}

/** Asks the URL whether it leads to this installation, and how the request arrived. */
async function requestSelfCheck(
  ctx: Ctx,
  url: URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const { question, answer } = makeSelfCheck(ctx)
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
        arrived: false,
        text: `another program or installation answers (status ${response.status}).`,
        german: `Ein anderes Programm oder eine andere Anlage antwortet (Status ${response.status}).`,
      }
    const hsts = response.headers.has('strict-transport-security')
    return { arrived: true, seen: seen as SelfCheckAnswer, hsts }
  } catch (error) {
    const reason = reasonOf(error)
    return { arrived: false, text: `no answer (${reason}).`, german: `Keine Antwort (${reason}).` }
  }
}

/** Returns why a URL that redirects is not this installation's. */
function redirected(to: string | null): Outcome {
  return {
    arrived: false,
    text: `it leads on to ${to}. Set BASE_URL to that address.`,
    german: `Sie führt weiter zu ${to}. Bitte BASE_URL auf diese Adresse setzen.`,
  }
}
