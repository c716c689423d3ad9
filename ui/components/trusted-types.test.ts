import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scriptUrl, showSandboxed } from './trusted-types.ts'

beforeAll(() => {
  vi.stubGlobal('location', new URL('https://termine.example/patient/overview?id=x'))
})

afterAll(() => {
  vi.unstubAllGlobals()
})

/** Returns the tested part of an iframe, with this `sandbox` attribute; null for none. */
const frameWith = (sandbox: string | null) =>
  ({ srcdoc: '', getAttribute: () => sandbox }) as unknown as HTMLIFrameElement

test("the portal's own scripts and Turnstile's may be loaded", () => {
  expect(scriptUrl('/assets/worker-1.js')).toBe('https://termine.example/assets/worker-1.js')
  expect(scriptUrl('https://challenges.cloudflare.com/turnstile/v0/api.js')).toContain('/turnstile/v0/api.js')
})

test('a script from anywhere else is refused', () => {
  for (const url of [
    'https://evil.example/x.js',
    '//evil.example/x.js',
    'https://challenges.cloudflare.com.evil.example/turnstile/x.js',
    'https://challenges.cloudflare.com/other.js',
    'data:text/javascript,alert(1)',
    'javascript:alert(1)',
  ]) {
    expect(() => scriptUrl(url), url).toThrow(TypeError)
  }
})

test('HTML is shown only in a frame without any rights', () => {
  const frameWithoutRights = frameWith('')
  showSandboxed(frameWithoutRights, '<p>gut</p>')
  expect(frameWithoutRights.srcdoc).toBe('<p>gut</p>')
  expect(() => showSandboxed(frameWith('allow-scripts'), '<p>')).toThrow(TypeError)
  expect(() => showSandboxed(frameWith(null), '<p>')).toThrow(TypeError)
})
