import type { Ctx } from '../ctx.ts'
import { readSetting, readSettings } from './settings.ts'

/** The portal's address from outside. Links are never built from a request's Host header. Source: docs/behaviour.md 1.12. */
export function publicUrl(ctx: Ctx, path = ''): string {
  return join(readSetting(ctx, 'urls', 'PUBLIC_BASE_URL') || ctx.config.baseUrl, path)
}

/** The address for e-mails to the practice: ADMIN_EMAIL, else its own; '' when there is neither. */
export function practiceMailbox(ctx: Ctx): string {
  return readSetting(ctx, 'urls', 'ADMIN_EMAIL') || readSetting(ctx, 'practice', 'mail')
}

/** For pages that patients open from an e-mail. */
export function patientUrl(ctx: Ctx, path: string): string {
  const { PATIENT_BASE_URL, PUBLIC_BASE_URL } = readSettings(ctx, 'urls')
  return join(PATIENT_BASE_URL || PUBLIC_BASE_URL || ctx.config.baseUrl, path)
}

/** For pages that the practice opens, perhaps on an address of its own network. */
export function staffUrl(ctx: Ctx, path: string): string {
  const { INTERNAL_BASE_URL, PUBLIC_BASE_URL } = readSettings(ctx, 'urls')
  return join(INTERNAL_BASE_URL || PUBLIC_BASE_URL || ctx.config.baseUrl, path)
}

function join(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path
}
