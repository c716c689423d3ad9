import * as v from 'valibot'
import { isAgeRecipient } from '../age-recipient.ts'
import { isCountry, readCountries } from '../contact/countries.ts'
import { isEmail } from '../contact/email.ts'
import { normalEmail } from '../contact/normal-email.ts'
import { isPhone, normalisePhone } from '../contact/phone.ts'
import { isDay, wallMinutes } from '../day.ts'
import { lineSchema, requiredLineSchema } from '../line.ts'
import { readNamedAddress } from '../named-address.ts'
import { normalizeLine } from '../normalize-line.ts'
import { hasSlashes, isBaseUrl, isWeb, isWithoutPath, parseUrl } from '../url.ts'
import { clearable, type SettingOptions, settingField } from './setting-fields.ts'

/** Defines a field for an e-mail address, or ''. */
export function emailField(label: string, sentence: string, options: SettingOptions = {}) {
  const rule = v.pipe(
    v.string(sentence),
    v.transform(normalizeLine),
    v.transform(normalEmail),
    emptyOr(isEmail, sentence),
  )
  return settingField({ label, input: 'email', rule: clearable(rule), default: '' }, options)
}

/** Defines a field for the name or IP address of a server, without port and path, or ''. */
export function hostNameField(label: string, options: SettingOptions = {}) {
  const rule = v.pipe(
    lineSchema(253),
    // A name consists of parts separated by dots, and may end with one. Only an IPv6 address has colons.
    v.regex(
      /^(?:[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?|[\da-f]*:[\da-f:.]+)?$/iu,
      'Bitte nur den Namen des Servers eingeben, z. B. smtp.anbieter.at.',
    ),
  )
  return settingField({ label, input: 'code', rule: clearable(rule), default: '' }, options)
}

/** Defines a field for the sender of e-mails, `Ordination <a@b.at>` or `a@b.at`, or ''. */
export function mailboxField(label: string, sentence: string, options: SettingOptions = {}) {
  const rule = v.pipe(
    lineSchema(200),
    emptyOr((text) => readNamedAddress(text) !== undefined, sentence),
  )
  return settingField({ label, input: 'code', rule: clearable(rule), default: '' }, options)
}

/** Defines a field for an international telephone number in E.164, or ''. The sentence begins with `name`. */
export function e164Field(label: string, name: string, options: SettingOptions = {}) {
  const rule = v.pipe(
    lineSchema(40),
    v.transform(normalisePhone),
    v.regex(/^(?:\+[1-9]\d{6,14})?$/, `${name}: Bitte international eingeben, z. B. +43 664 1234567.`),
  )
  return settingField({ label, input: 'tel', rule: clearable(rule), default: '' }, options)
}

/**
 * Defines a field for a telephone number as people write it, or ''. The server checks it against the
 * numbering plans, which are too large for a browser. The sentence begins with `name`.
 */
export function phoneField(label: string, name: string, options: SettingOptions = {}) {
  const rule = v.pipe(
    lineSchema(40),
    v.transform(normalisePhone),
    emptyOr(isPhone, `${name}: Bitte eine Telefonnummer eingeben, z. B. 0664 1234567.`),
  )
  return settingField({ label, input: 'tel', rule: clearable(rule), default: '' }, options)
}

/**
 * Defines a field for an http or https URL without a path, from which other URLs are built, or ''.
 */
export function webAddressField(label: string, options: SettingOptions = {}) {
  const rule = v.pipe(
    lineSchema(500),
    emptyOr((typed) => parseUrl(typed) !== undefined, 'Ungültige URL.'),
    emptyOr((typed) => isWeb(parseUrl(typed)), 'Nur http oder https erlaubt.'),
    emptyOr(isBaseUrl, 'Bitte ohne Zugangsdaten und ohne „?“ und „#“ eingeben.'),
    emptyOr(hasSlashes, 'Ungültige URL.'),
    emptyOr(
      isWithoutPath,
      'Bitte nur bis zum Namen eingeben, z. B. https://termine.ordination.at: Das Portal braucht einen eigenen Namen.',
    ),
  )
  return settingField({ label, input: 'url', rule: clearable(rule), default: '' }, options)
}

/**
 * Defines a field for the URL of a server that is called with credentials of its own. The sentences
 * begin with `name`.
 */
export function serverAddressField(label: string, name: string, options: SettingOptions = {}) {
  const required = `Bitte ${name} angeben.`
  const rule = v.pipe(
    requiredLineSchema(required, 500),
    v.regex(/^https?:\/\//i, `${name} muss mit http:// oder https:// beginnen.`),
    v.check((typed) => parseUrl(typed) !== undefined, `${name} ist keine gültige URL.`),
    v.check(
      (typed) => parseUrl(typed)?.username === '' && parseUrl(typed)?.password === '',
      `${name} darf keine Zugangsdaten enthalten.`,
    ),
  )
  return {
    ...settingField({ label, input: 'url', rule: v.optional(rule, ''), default: '' }, options),
    required,
  }
}

/** Defines a field for countries by their codes, `AT, DE`; '' for none. */
export function countriesField(label: string, options: SettingOptions & { default: string }) {
  const rule = v.pipe(
    lineSchema(1000),
    v.transform(readCountries),
    v.check((codes) => codes.every(isCountry), 'Bitte Länder mit zwei Buchstaben angeben, z. B. AT, DE, CH.'),
    v.transform((codes) => codes.join(', ')),
  )
  return settingField({ label, input: 'countries', rule: clearable(rule), default: options.default }, options)
}

/** Defines a field for a public key of age, or ''. */
export function ageRecipientField(label: string, options: SettingOptions = {}) {
  const rule = v.pipe(
    lineSchema(500),
    v.check(
      (typed) => !/AGE-SECRET-KEY/i.test(typed),
      'Das ist der geheime Schlüssel. Hierher gehört der öffentliche, der mit „age1“ beginnt.',
    ),
    emptyOr(
      isAgeRecipient,
      'Das ist kein öffentlicher Schlüssel. Bitte die ganze Zeile kopieren, die mit „age1“ beginnt.',
    ),
  )
  return settingField({ label, input: 'code', rule: clearable(rule), default: '' }, options)
}

/** Defines a field for a Vienna wall time without offset, or an instant with offset; '' stands for none. */
export function dateTimeField(label: string, options: SettingOptions = {}) {
  const rule = v.pipe(lineSchema(40), emptyOr(isDateTime, 'Bitte ein gültiges Datum mit Uhrzeit angeben.'))
  return settingField({ label, input: 'date-time', rule: clearable(rule), default: '' }, options)
}

/** Returns the rule that a text is empty or valid. */
function emptyOr(isValid: (text: string) => boolean, sentence: string) {
  return v.check((text: string) => text === '' || isValid(text), sentence)
}

/** Returns whether this is an existing day with a wall time, and perhaps an offset that `Date` can read. */
function isDateTime(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/.test(text) &&
    isDay(text.slice(0, 10)) &&
    wallMinutes(text.slice(11, 16)) !== undefined &&
    !Number.isNaN(Date.parse(text))
  )
}
