import * as v from 'valibot'
import { withoutThousandsPoints } from '../typed-number.ts'
import { type SettingOptions, settingField } from './setting-fields.ts'

/** This module has the fields of settings that are numbers. A number may come as text. */

/** Defines a field for a whole number. The sentence begins with `name`. */
export function wholeNumberField(
  label: string,
  {
    name,
    range: [least, most],
    default: fallback,
    ...options
  }: SettingOptions & { name: string; range: readonly [least: number, most: number]; default: number },
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
  return settingField({ label, input: 'digits', rule: v.exactOptional(rule), default: fallback }, options)
}

/** Defines a field for the number of days for which data are kept; 0 means without a limit. */
export function retentionField(label: string, options: SettingOptions & { name: string; default: number }) {
  return wholeNumberField(label, { ...options, range: [0, 36_500] })
}

/**
 * Defines a field for a whole number, null when empty. A text that is not a number has a sentence of its own.
 */
export function optionalNumberField(
  label: string,
  {
    name,
    range: [least, most],
    ...options
  }: SettingOptions & { name: string; range: readonly [least: number, most: number] },
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
  return settingField(
    { label, input: 'number', rule: v.exactOptional(rule), default: null as number | null },
    options,
  )
}

/** Returns the number in a text; null for an empty text, NaN for any other. */
function numberOf(typed: number | string): number | null {
  if (typeof typed === 'number') return typed
  return typed.trim() === '' ? null : Number(withoutThousandsPoints(typed))
}
