const MARKUP = Symbol('markup')

/** Markup built by `html`. JSON cannot contain the symbol, so text from outside is never taken for markup. */
export type Html = Readonly<{ [MARKUP]: string }>

/** A value that can be filled into a template. */
type Value = Html | readonly Html[] | string | number | undefined

/**
 * Builds markup from a template. Values are escaped unless they are `html` themselves; undefined becomes
 * nothing. Attributes must be in double quotes.
 */
export function html(template: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { [MARKUP]: String.raw({ raw: template }, ...values.map(fill)) }
}

/** Returns the text of markup that `html` has built. */
export function markup(built: Html): string {
  return built[MARKUP]
}

/** Returns the URL if a `href` may contain it (http, https, mailto, tel), else undefined. */
export function safeHref(address: string): string | undefined {
  // The dot requires a character after the scheme.
  const scheme = /^(https?:\/\/|mailto:|tel:)./i
  return scheme.test(address) && URL.canParse(address) ? address : undefined
}

/** Returns the markup of a value, with the characters escaped that could end an attribute or begin a tag. */
function fill(value: Value): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map(fill).join('')
  if (typeof value === 'object') return (value as Html)[MARKUP]
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
