const QUERY_AND_FRAGMENT = /[?#].*$/
/**
 * The path of a page of Odoo, from the first `/odoo` or `/web` after the host on: `/web/login` in
 * `https://praxis.example/erp/web/login`, and `/odoo` in `https://odoo.praxis.example/odoo`. The group is the
 * server's own path before it, such as `/erp`.
 */
const PATH_OF_PAGE = /(?<=:\/\/[^/]+)((?:\/[^/]+)*?)\/(?:odoo|web)(?:\/.*)?$/
const SLASHES_AT_END = /\/+$/

/**
 * Returns the URL without query, fragment and the path of an Odoo page, because URLs are often
 * copied from the browser: `https://praxis.example/erp` for `https://praxis.example/erp/web/login?db=praxis`.
 */
export function odooBaseUrl(typed: string): string {
  const url = typed.replace(QUERY_AND_FRAGMENT, '')
  return url.replace(PATH_OF_PAGE, '$1').replace(SLASHES_AT_END, '')
}
