import { describe, expect, it } from 'vitest'
import { deviceName } from './device.ts'

describe('the name of a device', () => {
  it.each([
    {
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      name: 'Firefox auf Windows',
    },
    {
      userAgent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
      name: 'Edge auf Windows',
    },
    {
      userAgent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      name: 'Safari auf Mac',
    },
    {
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      name: 'Safari auf iPhone',
    },
    {
      userAgent:
        'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0 Mobile/15E148 Safari/604.1',
      name: 'Chrome auf iPad',
    },
    {
      userAgent:
        'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      name: 'Samsung Internet auf Android',
    },
    {
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
      name: 'Chrome auf Linux',
    },
    {
      userAgent:
        'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 OPR/120.0.0.0',
      name: 'Opera auf ChromeOS',
    },
    { userAgent: 'Firefox/140.0', name: 'Firefox' },
    { userAgent: 'something on Linux', name: 'Linux' },
    { userAgent: 'curl/8.5.0', name: 'Unbekanntes Gerät' },
    { userAgent: '', name: 'Unbekanntes Gerät' },
  ])('is "$name" for $userAgent', ({ userAgent, name }) => {
    expect(deviceName(userAgent)).toBe(name)
  })
})
