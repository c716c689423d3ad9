/** The part of the Trusted Types API that is used here; TypeScript's DOM library does not have it yet. */
type Policy = { createHTML: (text: string) => string; createScriptURL: (url: string) => string }
type Factory = { createPolicy: (name: string, rules: Policy) => Policy }

const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/'

const rules: Policy = {
  // Only showSandboxed calls this, for a frame without rights.
  createHTML: (text) => text,
  createScriptURL: (url) => {
    const { href, origin } = new URL(url, location.href)
    if (origin === location.origin || href.startsWith(TURNSTILE)) return href
    throw new TypeError(`Script from another origin: ${href}`)
  },
}

/**
 * The Content-Security-Policy allows only this policy (`trusted-types ordi`). Old browsers get the bare
 * rules.
 */
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('ordi', rules) ?? rules

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
