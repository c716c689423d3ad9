import { smsLength } from '../../shared/messages/sms-length.ts'

/** Returns whether the text is sent, and paid for, as a single SMS. */
export function isOneSms(text: string): boolean {
  return smsLength(text).parts === 1
}

const DASHES = /[\u2010-\u2015]/g
const APOSTROPHES = /[\u2018-\u201b]/g
const QUOTATION_MARKS = /[\u201c-\u201f]/g

/**
 * Replaces characters that GSM 03.38 lacks by plain ones, because a single `š` or `–` more than halves the
 * length of an SMS. Characters without a plain form stay: `ł`, Cyrillic letters, emoji.
 */
export function toGsm7(text: string): string {
  const plain = text.replace(DASHES, '-').replace(APOSTROPHES, "'").replace(QUOTATION_MARKS, '"')
  return Array.from(plain, (char) =>
    smsLength(char).encoding === 'GSM-7' ? char : char.normalize('NFD').replace(/\p{M}/gu, ''),
  ).join('')
}
