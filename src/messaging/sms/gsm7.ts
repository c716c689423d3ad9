import { smsLength } from '../../shared/messages/sms-length.ts'

/** Returns whether the text is sent, and paid for, as a single SMS. */
export function isOneSms(text: string): boolean {
  return smsLength(text).parts === 1
}

/** Returns the text in GSM 03.38, because a single `š` or `–` more than halves the length of an SMS. */
export function toGsm7(text: string): string {
  // These are the typographic dashes, apostrophes and quotation marks.
  const typed = text.replace(/[‐-―]/g, '-').replace(/[‘-‛]/g, "'").replace(/[“-‟]/g, '"')
  return Array.from(typed, (char) =>
    smsLength(char).encoding === 'GSM-7' ? char : char.normalize('NFD').replace(/\p{M}/gu, ''),
  ).join('')
}
