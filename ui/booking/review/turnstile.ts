import { scriptUrl } from '../../components/trusted-types.ts'

/** The part of Cloudflare's API that is used here. https://developers.cloudflare.com/turnstile/ */
export type Turnstile = {
  render: (place: HTMLElement, options: Record<string, unknown>) => string
  remove: (widget: string) => void
}

/** Turnstile's script. With `render=explicit` it waits for a call of `render`. */
const TURNSTILE_SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** The promise of the loaded script; undefined before the first call, and after a failure. */
let loadingScript: Promise<Turnstile> | undefined

/** Loads Turnstile's script once. Rejects when that fails; the next call then tries again. */
export function loadTurnstile(): Promise<Turnstile> {
  loadingScript ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl(TURNSTILE_SCRIPT)
    script.onload = () => {
      const { turnstile } = globalThis as { turnstile?: Turnstile }
      if (turnstile) resolve(turnstile)
      else reject(new Error('Turnstile did not start.'))
    }
    script.onerror = () => reject(new Error('Turnstile could not be fetched.'))
    document.head.append(script)
  })
  loadingScript.catch(() => {
    loadingScript = undefined
  })
  return loadingScript
}
