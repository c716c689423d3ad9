import { type Html, html } from '../messaging/email/html.ts'

/** The style of the page with a patient's data, on screen and on paper. */
export const PATIENT_DATA_SHEET: Html = html`:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem}
h3{margin:2rem 0 .5rem}
dl{display:grid;grid-template-columns:minmax(9rem,max-content) 1fr;gap:.25rem 1rem;margin:0}
dt{opacity:.75}
dd{margin:0;overflow-wrap:anywhere}
pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid;padding-left:1rem}
@media(max-width:30rem){dl{display:block}dd{margin-bottom:.5rem}}`
