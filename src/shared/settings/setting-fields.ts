import * as v from 'valibot'
import { isAgeRecipient } from '../age-recipient.ts'
import { isCountry, readCountries } from '../contact/countries.ts'
import { isEmail } from '../contact/email.ts'
import { isPhone, normalisePhone } from '../contact/phone.ts'
import { isDay, wallMinutes } from '../day.ts'
import { line, paragraph, requiredLine, tooLong } from '../line.ts'
import { isBaseUrl, isWeb, isWithoutPath, parseUrl } from '../link.ts'
import { readNamedAddress } from '../named-address.ts'
import { tidy } from '../tidy.ts'

/** The control in the form. `code` is text that browsers must neither correct nor complete. */
type InputKind =
  | 'text'
  | 'code'
  | 'email'
  | 'tel'
  | 'url'
  | 'number'
  | 'digits'
  | 'paragraph'
  | 'date-time'
  | 'checkbox'
  | 'secret'
  | 'countries'
  | 'choice'

type Options = Readonly<{
  help?: string
  /**
   * Whether the form shows the wire name behind the label, because messages and manuals use it. The default
   * is yes for names in capitals.
   */
  named?: boolean
  /** Whether the field is as wide as the form. */
  wide?: boolean
}>

/** One setting, with everything that the database, the API, the audit and the form need of it. */
export type SettingField<Stored = unknown, Rule = v.GenericSchema> = Options &
  Readonly<{
    label: string
    input: InputKind
    /** The rule for its value in the body of PUT. A setting that a PUT leaves out stays as it is stored. */
    rule: Rule
    /** The value until an admin saves another one. */
    default: Stored
    /** A secret is encrypted in the database and never sent. In a PUT, '' keeps it and null removes it. */
    secret?: boolean
    /** The settings that say to whom a secret is sent. When one of them changes, the secret is dropped. */
    sentTo?: readonly string[]
    /** The sentence for a value that must not be empty and is neither stored nor sent. */
    required?: string
    /** The values of a choice with their labels, in the order of the list. */
    choices?: Readonly<Record<string, string>>
  }>

/** Yes or no. */
export function flag(label: string, options: Options & { default?: boolean } = {}) {
  const rule = v.exactOptional(v.boolean('Bitte „ja“ oder „nein“ wählen.'))
  return field(label, 'checkbox', rule, options.default ?? false, options)
}

/** One line of at most `most` characters. */
export function text(
  label: string,
  {
    most = 200,
    input = 'text',
    default: fallback = '',
    ...options
  }: Options & { most?: number; input?: InputKind; default?: string } = {},
) {
  return field(label, input, v.exactOptional(line(most)), fallback, options)
}

/**
 * One line that must not be empty; `missing` is the sentence for it.
 * @param options.shape what the line must match, and the sentence for a line that does not
 */
export function requiredText(
  label: string,
  {
    missing,
    most = 200,
    shape: [pattern, sentence] = [/^/, ''],
    ...options
  }: Options & { missing: string; most?: number; shape?: readonly [pattern: RegExp, sentence: string] },
) {
  const rule = v.optional(v.pipe(requiredLine(missing, most), v.regex(pattern, sentence)), '')
  return { ...field(label, 'code', rule, '', options), required: missing }
}

/** Several lines of at most `most` characters. */
export function longText(label: string, { most = 1000, ...options }: Options & { most?: number } = {}) {
  return field(label, 'paragraph', v.exactOptional(paragraph(most)), '', { ...options, wide: true })
}

/** Defines a field for an e-mail address, or ''. */
export function email(label: string, sentence: string, options: Options = {}) {
  const rule = v.pipe(v.string(sentence), v.transform(tidy), emptyOr(isEmail, sentence))
  return field(label, 'email', v.exactOptional(rule), '', options)
}

/** One of several values, each with its label. */
export function choice<Value extends string>(
  label: string,
  {
    choices,
    default: fallback,
    ...options
  }: Options & { choices: Readonly<Record<Value, string>>; default: Value },
) {
  const rule = v.exactOptional(
    v.picklist(Object.keys(choices) as Value[], 'Bitte wählen Sie eine der Möglichkeiten.'),
  )
  return { ...field(label, 'choice', rule, fallback, options), choices }
}

/** Defines a field for the name or address of a server, without port and path, or ''. */
export function hostName(label: string, options: Options = {}) {
  const rule = v.pipe(
    line(253),
    v.regex(
      /^(?:[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?|[\da-f]*:[\da-f:.]+)?$/iu,
      'Bitte nur den Namen des Servers eingeben, z. B. smtp.anbieter.at.',
    ),
  )
  return field(label, 'code', v.exactOptional(rule), '', options)
}

/** `Ordination <a@b.at>` or `a@b.at`, or ''. */
export function mailbox(label: string, sentence: string, options: Options = {}) {
  const rule = v.pipe(
    line(200),
    emptyOr((text) => readNamedAddress(text) !== undefined, sentence),
  )
  return field(label, 'code', v.exactOptional(rule), '', options)
}

/** Defines a field for an international telephone number in E.164, or ''. The sentence begins with `name`. */
export function e164(label: string, name: string, options: Options = {}) {
  const rule = v.pipe(
    line(40),
    v.transform(normalisePhone),
    v.regex(/^(?:\+[1-9]\d{6,14})?$/, `${name}: Bitte international eingeben, z. B. +43 664 1234567.`),
  )
  return field(label, 'tel', v.exactOptional(rule), '', options)
}

/**
 * Defines a field for a telephone number as people write it, or ''. The server reads it by the numbering
 * plans, which are too large for a browser. The sentence begins with `name`.
 */
export function phone(label: string, name: string, options: Options = {}) {
  const rule = v.pipe(
    line(40),
    v.transform(normalisePhone),
    emptyOr(isPhone, `${name}: Bitte eine Telefonnummer eingeben, z. B. 0664 1234567.`),
  )
  return field(label, 'tel', v.exactOptional(rule), '', options)
}

/** Defines a field for an http or https address, without a path, that others are built from, or ''. */
export function webAddress(label: string, options: Options = {}) {
  const rule = v.pipe(
    line(500),
    emptyOr((typed) => parseUrl(typed) !== undefined, 'Ungültige URL.'),
    emptyOr((typed) => isWeb(parseUrl(typed)), 'Nur http oder https erlaubt.'),
    emptyOr(isBaseUrl, 'Bitte ohne Zugangsdaten und ohne „?“ und „#“ eingeben.'),
    emptyOr(
      isWithoutPath,
      'Bitte nur bis zum Namen eingeben, z. B. https://termine.ordination.at: Das Portal braucht einen eigenen Namen.',
    ),
  )
  return field(label, 'url', v.exactOptional(rule), '', options)
}

/**
 * Defines a field for the address of a server that is called with credentials of its own. The sentences
 * begin with `name`.
 */
export function serverAddress(label: string, name: string, options: Options = {}) {
  const required = `Bitte ${name} angeben.`
  const rule = v.pipe(
    requiredLine(required, 500),
    v.regex(/^https?:\/\//i, `${name} muss mit http:// oder https:// beginnen.`),
    v.check((typed) => parseUrl(typed) !== undefined, `${name} ist keine gültige URL.`),
    v.check(
      (typed) => parseUrl(typed)?.username === '' && parseUrl(typed)?.password === '',
      `${name} darf keine Zugangsdaten enthalten.`,
    ),
  )
  return { ...field(label, 'url', v.optional(rule, ''), '', options), required }
}

/** Countries by their codes, `AT, DE`; '' for none. */
export function countries(label: string, options: Options & { default: string }) {
  const rule = v.pipe(
    line(1000),
    v.transform(readCountries),
    v.check((codes) => codes.every(isCountry), 'Bitte Länder mit zwei Buchstaben angeben, z. B. AT, DE, CH.'),
    v.transform((codes) => codes.join(', ')),
  )
  return field(label, 'countries', v.exactOptional(rule), options.default, options)
}

/** Defines a field for a public key of age, or ''. */
export function ageRecipient(label: string, options: Options = {}) {
  const rule = v.pipe(
    line(500),
    v.check(
      (typed) => !/AGE-SECRET-KEY/i.test(typed),
      'Das ist der geheime Schlüssel. Hierher gehört der öffentliche, der mit „age1“ beginnt.',
    ),
    emptyOr(
      isAgeRecipient,
      'Das ist kein öffentlicher Schlüssel. Bitte die ganze Zeile kopieren, die mit „age1“ beginnt.',
    ),
  )
  return field(label, 'code', v.exactOptional(rule), '', options)
}

/** Defines a field for a Vienna wall time without offset, or an instant with offset; '' stands for none. */
export function dateTimeField(label: string, options: Options = {}) {
  const rule = v.pipe(line(40), emptyOr(isDateTime, 'Bitte ein gültiges Datum mit Uhrzeit angeben.'))
  return field(label, 'date-time', v.exactOptional(rule), '', options)
}

/** Defines a field for a whole number, which may come as text. The sentence begins with `name`. */
export function wholeNumber(
  label: string,
  {
    name,
    range: [least, most],
    default: fallback,
    ...options
  }: Options & { name: string; range: readonly [least: number, most: number]; default: number },
) {
  const sentence = `${name} muss eine ganze Zahl von ${least} bis ${most} sein.`
  const rule = v.pipe(
    v.union([v.number(), v.string()], sentence),
    v.transform((typed) => numberOf(typed) ?? Number.NaN),
    v.number(sentence),
    v.integer(sentence),
    v.minValue(least, sentence),
    v.maxValue(most, sentence),
  )
  return field(label, 'digits', v.exactOptional(rule), fallback, options)
}

/** Defines a field for the number of days for which data are kept; 0 means without a limit. */
export function retention(label: string, options: Options & { name: string; default: number }) {
  return wholeNumber(label, { ...options, range: [0, 36_500] })
}

/**
 * Defines a field for a whole number, null when empty. A text that is no number has a sentence of its own.
 */
export function optionalNumber(
  label: string,
  {
    name,
    range: [least, most],
    ...options
  }: Options & { name: string; range: readonly [least: number, most: number] },
) {
  const noNumber = `${name} muss eine Zahl sein.`
  const rule = v.pipe(
    v.nullable(v.union([v.number(), v.string()], noNumber)),
    v.transform((typed) => (typed === null ? null : numberOf(typed))),
    v.nullable(
      v.pipe(
        v.number(noNumber),
        v.finite(noNumber),
        v.check(
          (days) => Number.isInteger(days) && days >= least && days <= most,
          `${name} muss eine ganze Zahl von ${least} bis ${most} sein.`,
        ),
      ),
    ),
  )
  return field(label, 'number', v.exactOptional(rule), null as number | null, options)
}

/**
 * Defines a field for a key or token, which is trimmed.
 * @param options.required the sentence for a secret that is neither stored nor sent
 */
export function secret(label: string, options: Options & { required?: string } = {}) {
  const rule = v.exactOptional(v.nullable(line(500)))
  return { ...field(label, 'secret', rule, '', options), secret: true } as const
}

/** Defines a field for a password, in which leading and trailing spaces count. */
export function password(label: string, options: Options & { sentTo?: readonly string[] } = {}) {
  const rule = v.exactOptional(
    v.nullable(v.pipe(v.string('Bitte einen Text eingeben.'), v.maxLength(500, tooLong(500)))),
  )
  return { ...field(label, 'secret', rule, '', options), secret: true } as const
}

function field<Stored, Rule>(
  label: string,
  input: InputKind,
  rule: Rule,
  fallback: Stored,
  options: Options & { required?: string; sentTo?: readonly string[] },
): SettingField<Stored, Rule> {
  return { ...options, label, input, rule, default: fallback }
}

function emptyOr(isValid: (text: string) => boolean, sentence: string) {
  return v.check((text: string) => text === '' || isValid(text), sentence)
}

/** Returns the number of a text; null for empty text, NaN for any other. */
function numberOf(typed: number | string): number | null {
  if (typeof typed === 'number') return typed
  return typed.trim() === '' ? null : Number(typed)
}

function isDateTime(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/.test(text) &&
    isDay(text.slice(0, 10)) &&
    wallMinutes(text.slice(11, 16)) !== undefined &&
    !Number.isNaN(Date.parse(text))
  )
}
