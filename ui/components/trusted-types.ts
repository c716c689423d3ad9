/** The little of the Trusted Types API that is used here; TypeScript's DOM library does not know it yet. */
type Policy = { createHTML: (text: string) => string; createScriptURL: (url: string) => string }
type Factory = { createPolicy: (name: string, rules: Policy) => Policy }

const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/'

const rules: Policy = {
  // Only ever for a frame without rights: see sandboxedHtml.
  createHTML: (text) => text,
  createScriptURL: (url) => {
    const { href, origin } = new URL(url, location.href)
    if (origin === location.origin || href.startsWith(TURNSTILE)) return href
    throw new TypeError(`Script from a foreign place: ${href}`)
  },
}

/** The one policy that the Content-Security-Policy allows (`trusted-types ordi`). */
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('ordi', rules) ?? rules

/**
 * The URL of a script or worker, fit for a Trusted Types sink.
 * @throws TypeError unless it is the portal's own or Turnstile's
 */
export function scriptUrl(url: string): string {
  return policy.createScriptURL(url)
}

/** HTML that somebody else wrote, shown in `frame`, which must carry `sandbox` with no rights at all. */
export function showSandboxed(frame: HTMLIFrameElement, html: string): void {
  if (frame.getAttribute('sandbox') !== '') throw new TypeError('The frame is not sandboxed.')
  frame.srcdoc = policy.createHTML(html)
}
