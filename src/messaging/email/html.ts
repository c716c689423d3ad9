const MARKUP = Symbol('markup')

/** Markup that was built here. The symbol cannot come out of JSON, so no text from outside can pose as it. */
export type Html = Readonly<{ [MARKUP]: string }>

type Hole = Html | readonly Html[] | string | number | undefined

/**
 * Markup from a template. Whatever is filled in is escaped, unless it is itself `html`; undefined fills in
 * nothing. Attributes must be written in double quotes.
 */
export function html(template: TemplateStringsArray, ...holes: readonly Hole[]): Html {
  return { [MARKUP]: String.raw({ raw: template }, ...holes.map(fill)) }
}

export function markup(made: Html): string {
  return made[MARKUP]
}

/** The address when it may stand in a `href` (http, https, mailto, tel); undefined for any other. */
export function safeHref(address: string): string | undefined {
  const scheme = /^(https?:\/\/|mailto:|tel:)./i
  return scheme.test(address) && URL.canParse(address) ? address : undefined
}

function fill(hole: Hole): string {
  if (hole === undefined) return ''
  if (Array.isArray(hole)) return hole.map(fill).join('')
  if (typeof hole === 'object') return (hole as Html)[MARKUP]
  return String(hole).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
