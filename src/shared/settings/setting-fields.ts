import * as v from 'valibot'
import { lineSchema, paragraphSchema, requiredLineSchema, tooLongSentence } from '../line.ts'

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

/** How the form shows a setting. */
export type SettingOptions = Readonly<{
  /** The German text below the field. */
  help?: string
  /**
   * Whether the form shows the wire name behind the label, because messages and manuals use it. The default
   * is yes for names in capitals.
   */
  named?: boolean
  /** Whether the field is as wide as the form. */
  wide?: boolean
}>

/** One setting, with everything that the database, the API, the audit and the form need to know about it. */
export type SettingField<Stored = unknown, Rule = v.GenericSchema> = SettingOptions &
  Readonly<{
    label: string
    input: InputKind
    /** The rule for its value in the body of PUT. A setting that a PUT leaves out stays as it is stored. */
    rule: Rule
    /** The value until an admin saves another one. */
    default: Stored
    /** A secret is encrypted in the database and never sent. In a PUT, '' keeps it and null removes it. */
    secret?: boolean
    /**
     * The names of the settings that determine to which server a secret is sent. When one of them changes,
     * the secret is dropped, so that nobody can have it sent to a server of their own.
     */
    destinationSettings?: readonly string[]
    /** The sentence for a value that must not be empty and is neither stored nor sent. */
    required?: string
    /** The values of a choice with their labels, in the order of the list. */
    choices?: Readonly<Record<string, string>>
  }>

/** Defines a field for yes or no; no unless `default` says otherwise. */
export function flagField(label: string, options: SettingOptions & { default?: boolean } = {}) {
  const rule = v.exactOptional(v.boolean('Bitte „ja“ oder „nein“ wählen.'))
  return settingField({ label, input: 'checkbox', rule, default: options.default ?? false }, options)
}

/** Defines a field for one line of at most `maxLength` characters. */
export function textField(
  label: string,
  {
    maxLength = 200,
    input = 'text',
    default: fallback = '',
    ...options
  }: SettingOptions & { maxLength?: number; input?: InputKind; default?: string } = {},
) {
  return settingField({ label, input, rule: clearable(lineSchema(maxLength)), default: fallback }, options)
}

/**
 * Defines a field for one line that must not be empty; `missing` is the sentence for an empty one.
 * @param options.shape the pattern that the line must match, and the sentence for a line that does not
 */
export function requiredTextField(
  label: string,
  {
    missing,
    maxLength = 200,
    // The default pattern matches every line, so its sentence is never shown.
    shape: { pattern, sentence } = { pattern: /^/, sentence: '' },
    ...options
  }: SettingOptions & {
    missing: string
    maxLength?: number
    shape?: Readonly<{ pattern: RegExp; sentence: string }>
  },
) {
  const rule = v.optional(v.pipe(requiredLineSchema(missing, maxLength), v.regex(pattern, sentence)), '')
  return { ...settingField({ label, input: 'code', rule, default: '' }, options), required: missing }
}

/** Defines a field for several lines of at most `maxLength` characters. */
export function longTextField(
  label: string,
  { maxLength = 1000, ...options }: SettingOptions & { maxLength?: number } = {},
) {
  return settingField(
    { label, input: 'paragraph', rule: clearable(paragraphSchema(maxLength)), default: '' },
    { ...options, wide: true },
  )
}

/** Defines a field for one of several values, each with its label. */
export function choiceField<Value extends string>(
  label: string,
  {
    choices,
    default: fallback,
    ...options
  }: SettingOptions & { choices: Readonly<Record<Value, string>>; default: Value },
) {
  const rule = v.exactOptional(
    v.picklist(Object.keys(choices) as Value[], 'Bitte wählen Sie eine der Möglichkeiten.'),
  )
  return { ...settingField({ label, input: 'choice', rule, default: fallback }, options), choices }
}

/**
 * Defines a field for a key or token, which is trimmed.
 * @param options.required the sentence for a secret that is neither stored nor sent
 */
export function secretField(label: string, options: SettingOptions & { required?: string } = {}) {
  const rule = v.exactOptional(v.nullable(lineSchema(500)))
  return { ...settingField({ label, input: 'secret', rule, default: '' }, options), secret: true } as const
}

/** Defines a field for a password, in which leading and trailing spaces count. */
export function passwordField(
  label: string,
  options: SettingOptions & { destinationSettings?: readonly string[] } = {},
) {
  const rule = v.exactOptional(
    v.nullable(v.pipe(v.string('Bitte einen Text eingeben.'), v.maxLength(500, tooLongSentence(500)))),
  )
  return { ...settingField({ label, input: 'secret', rule, default: '' }, options), secret: true } as const
}

/** Returns the rule of a text that may be left out, and that null empties. */
export function clearable<Rule extends v.GenericSchema<string, string>>(rule: Rule) {
  return v.exactOptional(v.nullable(rule, ''))
}

/** Makes a setting from its parts. The functions for each kind of value do so. */
export function settingField<Stored, Rule>(
  parts: Pick<SettingField<Stored, Rule>, 'label' | 'input' | 'rule' | 'default'>,
  options: SettingOptions & { required?: string; destinationSettings?: readonly string[] },
): SettingField<Stored, Rule> {
  return { ...options, ...parts }
}
