import type { Ctx } from '../ctx.ts'
import { readSetting, readSettings } from './settings.ts'

/**
 * Where the portal's pages are found from outside: the saved addresses, else BASE_URL. Links are built
 * from these alone, never from a request's Host header.
 */
export function publicUrl(ctx: Ctx, path = ''): string {
  return join(readSetting(ctx, 'urls', 'PUBLIC_BASE_URL') || ctx.config.baseUrl, path)
}

/** Who is written to in the practice: ADMIN_EMAIL, else its own address; '' when there is neither. */
export function practiceMailbox(ctx: Ctx): string {
  return readSetting(ctx, 'urls', 'ADMIN_EMAIL') || readSetting(ctx, 'practice', 'mail')
}

/** For pages that patients open from a mail. */
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
