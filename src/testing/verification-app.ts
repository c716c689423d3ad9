import { randomToken } from '../access/random.ts'
import { verifyByCode, verifyByToken } from '../booking/email-verification.ts'
import { requestVerification } from '../booking/verification-requests.ts'
import { isVerified } from '../booking/verified-addresses.ts'
import { lastCode, lastToken } from './factory.ts'
import { refusalOf } from './refusal.ts'
import { openTestApp } from './test-app.ts'

/** The e-mail address that is verified by default. */
export const VERIFIED_EMAIL = 'rosa@musterfrau.example'

/**
 * Opens an app without limits in which one browser has requested a verification by e-mail, and returns that
 * browser with the token and the code of the e-mail.
 */
export function openVerificationApp(firstEmail = VERIFIED_EMAIL) {
  const app = openTestApp({ config: { rateLimits: false } })
  const requestFor = (browser: string, email = VERIFIED_EMAIL) => {
    requestVerification(app.ctx(), { email, browser, origin: 'origin' })
    return { browser, token: lastToken(app), code: lastCode(app) }
  }
  /** Returns the code of the refusal, or `verified`. */
  const outcomeOf = (call: () => void) => refusalOf(call)?.code ?? 'verified'
  return {
    app,
    ...requestFor(randomToken(), firstEmail),
    /** Requests a further verification. */
    requestFor,
    /** Opens a link in another browser. @returns the code of the refusal, or `verified` */
    openLink: (token: string) => outcomeOf(() => verifyByToken(app.ctx(), token, 'another browser')),
    /** Enters a code in a browser. @returns the code of the refusal, or `verified` */
    enterCode: (code: string, browser: string | undefined, email = VERIFIED_EMAIL) =>
      outcomeOf(() => verifyByCode(app.ctx(), { email, code, browser, origin: undefined })),
    isVerified: (browser: string | undefined, email = VERIFIED_EMAIL) =>
      isVerified(app.ctx(), email, browser),
  }
}
