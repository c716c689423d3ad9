// Runs before the first paint. The build puts it into the page, with the addresses of the scripts (vite.config.ts).
{
  const page = document.documentElement.dataset
  const read = (storage, key) => {
    try {
      return window[storage].getItem(key)
    } catch {
      // Storage is blocked: the device's theme is used, and every visit starts anew.
      return null
    }
  }
  const theme = read('localStorage', 'ui_theme')
  if (theme === 'light' || theme === 'dark') page.theme = theme

  // The server renders the first step without knowing what this browser has stored, or what the address asks for. Where
  // another step is due, the rendered one stays hidden (base.css). The keys are those of ui/booking/storage.ts.
  const stored = read('sessionStorage', 'ordi_step') === null ? 'localStorage' : 'sessionStorage'
  if (
    /^#step-(?!1$)/.test(location.hash) ||
    /[?&](service|view|date|visit|step)=/.test(location.search) ||
    Number(read(stored, 'ordi_step')) > 1 ||
    read(stored, 'ordi_visit')
  )
    page.resumes = ''

  // A press before the code has arrived is repeated by main.tsx.
  const remember = ({ target }) => {
    const button = target.closest('#root button')
    if (!button) return
    for (const earlier of document.querySelectorAll('[data-pressed]')) delete earlier.dataset.pressed
    button.dataset.pressed = ''
  }
  addEventListener('click', remember)
  addEventListener('started', () => removeEventListener('click', remember), { once: true })

  // The scripts are fetched after the first paint, which would otherwise share a slow line with them. A hidden page has no
  // frames. `import`, because Trusted Types forbid to set the address of a script.
  const scripts = SCRIPTS
  const fetchScripts = () => {
    for (const script of scripts.splice(0)) import(script)
  }
  addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => setTimeout(fetchScripts))
    setTimeout(fetchScripts, 300)
  })
}
