/**
 * The parts of the browsers' Trusted Types API that are used here. The DOM library of TypeScript does not
 * have them yet.
 */
type TrustedTypesPolicy = { createHTML: (text: string) => string; createScriptURL: (url: string) => string }
type TrustedTypesFactory = { createPolicy: (name: string, rules: TrustedTypesPolicy) => TrustedTypesPolicy }

/** The URL below which Cloudflare serves the scripts of its bot check. */
const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/'

const ownRules: TrustedTypesPolicy = {
  // The HTML is not checked: only showSandboxed (below) calls this, for a frame without rights.
  createHTML: (text) => text,
  createScriptURL: (url) => {
    const { href, origin } = new URL(url, location.href)
    if (origin === location.origin || href.startsWith(TURNSTILE)) return href
    throw new TypeError(`Script from another origin: ${href}`)
  },
}

/**
 * The portal's only policy, which the Content-Security-Policy allows by its name (`trusted-types ordi`).
 * Browsers without Trusted Types use these rules directly.
 */
const policy =
  (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes?.createPolicy('ordi', ownRules) ??
  ownRules

/**
 * Returns the URL of a script or worker in the form that browsers with Trusted Types accept.
 * @throws TypeError unless it is the portal's own or Turnstile's
 */
export function scriptUrl(url: string): string {
  return policy.createScriptURL(url)
}

/**
 * Shows foreign HTML in a frame.
 * @throws TypeError unless the frame's `sandbox` is empty, which gives it no rights
 */
export function showSandboxed(frame: HTMLIFrameElement, html: string): void {
  if (frame.getAttribute('sandbox') !== '') throw new TypeError('The frame is not sandboxed.')
  frame.srcdoc = policy.createHTML(html)
}
