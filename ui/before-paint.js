// Runs before the first paint. The build puts it into the page, with the addresses of the scripts (vite.config.ts).
{
  const page = document.documentElement.dataset
  const read = (storage, key) => {
    try {
      return window[storage].getItem(key)
    } catch {
      // Storage is blocked: the page uses the device's theme, and every visit starts anew.
      return null
    }
  }
  const theme = read('localStorage', 'ui_theme')
  if (theme === 'light' || theme === 'dark') page.theme = theme

  // The server renders a page without knowing what this browser has stored. It can render only some steps
  // that the address may ask for; such a page has data (#page-data). If another step is due, the rendered
  // content stays hidden (base.css). With a stored hold, or a session that has expired by this device's
  // clock, which may be wrong, it does so until the server's clock is known (main.tsx). The keys are defined
  // in ui/booking/wizard/storage.ts, ui/appointment/my-bookings/ and ui/api/session-storage.ts.
  const isOfThisTab = read('sessionStorage', 'ordi_step') !== null
  const stored = isOfThisTab ? 'sessionStorage' : 'localStorage'
  const isWizard = /^\/(booking)?$/.test(location.pathname)
  // The pages of signed staff links have no session.
  const session =
    /^\/admin(?!\/(approve|confirm|reject)$)/.test(location.pathname) &&
    read('localStorage', 'ordi_admin_session')
  const seemsExpired = Date.parse(/"expiresAt":"([^"]+)/.exec(session)?.[1]) < Date.now()
  if (
    isWizard
      ? /^#step-(?!1$)/.test(location.hash) ||
        (document.getElementById('page-data')
          ? location.hash || isOfThisTab
          : /[?&](service|view|date|visit|step)=/.test(location.search)) ||
        Number(read(stored, 'ordi_step')) > 1 ||
        read(stored, 'ordi_visit')
      : (location.pathname === '/meine-termine' && read('sessionStorage', 'ordi_my_email')) ||
        seemsExpired ||
        (location.pathname === '/admin/login' && session)
  )
    page.resumes = seemsExpired || read(stored, 'ordi_hold') ? 'clock' : ''

  const fetchLinks = (time) => {
    for (const link of document.querySelectorAll(`link[data-${time}]`)) {
      link.rel = link.dataset[time] || 'modulepreload'
      delete link.dataset[time]
    }
  }

  // On a slow line the font would delay the scripts, so the page keeps the device's own font (tokens.css).
  // Only some browsers report the speed of the line.
  const { effectiveType, saveData } = navigator.connection ?? {}
  if (saveData || /[23]g/.test(effectiveType)) page.line = 'slow'
  else fetchLinks('font')

  // The last press of each kind before the code arrives is repeated afterwards (page-frame.tsx). React must
  // not see the original event, because it would lose the press, or count it twice.
  const early = {}
  const keep = (event) => {
    const { type, target } = event
    const control = target.closest(type === 'click' ? '#root button' : '#root select')
    if (!control) return
    // Without its code, a form would reload the page.
    event.preventDefault()
    event.stopPropagation()
    const kind = control.hasAttribute('aria-pressed') ? 'choice' : type
    if (early[kind] === control) return
    delete early[kind]?.dataset.pressed
    control.dataset.pressed = ''
    early[kind] = control
    if (kind === 'click') showNextStep(control)
    else fetchLinks('ahead')
  }

  // On a slow line, the next step rendered by the server arrives long before the code. It replaces this one,
  // under the address by which it could be opened. If it does not arrive, the press waits for the code like
  // any other.
  let mayBeReplaced = true
  const showNextStep = (choice) => {
    const { nextStep } = choice.dataset
    // A theme chosen before also waits for the code, and needs the control on this page.
    if (!nextStep || !mayBeReplaced || early.change) return fetchLinks('ahead')
    // Trusted Types allow no other way to parse a page.
    const request = new XMLHttpRequest()
    request.open('GET', location.pathname + nextStep)
    request.responseType = 'document'
    request.timeout = 3000
    // With this header the server leaves out everything that this page already has (src/http/ui.ts).
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
    // The code waits for this step (main.tsx), because React takes over the page as it is when it starts.
    window.arrivingStep = new Promise((resolve) => {
      request.onloadend = () => {
        resolve()
        if (!mayBeReplaced || early.change || early.click !== choice) return
        const next = request.response
        if (next?.getElementById('page-data')) replaceStep(next, nextStep)
        else fetchLinks('ahead')
      }
    })
    request.send()
  }
  const replaceStep = (next, address) => {
    delete early.click
    // The wizard reads the steps of the history from its entries (use-step-url.ts).
    const step = Number(/step=(\d)/.exec(address)[1])
    const steps = history.state?.steps ?? [step - 1]
    history.replaceState({ steps }, '', `#step-${step - 1}`)
    history.pushState({ steps: [...steps, step] }, '', location.pathname + address)
    for (const old of document.querySelectorAll('link[data-ahead], #page-data')) old.remove()
    document.head.append(...next.querySelectorAll('head > style:first-of-type, link[data-later], #page-data'))
    // The second tap of a double tap must not press anything in the new step (new-step.ts).
    page.moved = ''
    document.getElementById('root').replaceChildren(...next.getElementById('root').childNodes)
    scrollTo(0, 0)
    document.querySelector('h1').focus({ preventScroll: true })
    // Screen readers announce the name of the step only when it is added to a region that they know
    // (announced.tsx).
    const name = document.querySelector('main [role=status]')
    requestAnimationFrame(() => setTimeout(() => name.append(name.firstChild), 200))
    fetchLinks('later')
  }
  // Only the code can go back to a step. A history entry without steps comes from a link within the page,
  // which needs no code.
  const reloadStep = ({ state }) => {
    if (!state?.steps) return
    // The code must not start in a page that is being left.
    window.arrivingStep = new Promise(() => {})
    location.reload()
  }
  addEventListener('popstate', reloadStep)

  const kept = ['change', 'click']
  for (const type of kept) addEventListener(type, keep, true)
  const repeat = async () => {
    removeEventListener('popstate', reloadStep)
    for (const type of kept) removeEventListener(type, keep, true)
    // React must know the chosen time before "Weiter" is pressed.
    for (const kind of ['change', 'choice', 'click']) {
      const control = early[kind]
      if (!control) continue
      delete control.dataset.pressed
      // React may have rendered the page anew, for example because a translation has changed it.
      const isSame = ({ textContent }) => textContent === control.textContent
      const present = control.isConnected
        ? control
        : [...document.querySelectorAll('#root button')].find(isSame)
      const type = kind === 'change' ? kind : 'click'
      present?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  addEventListener('started', repeat, { once: true })

  // The scripts are fetched after the first paint, which they would delay on a slow line. A hidden page has
  // no frames. Trusted Types forbid setting the address of a script, hence `import`.
  const scripts = SCRIPTS
  // A file can get lost on a bad line, or while the portal restarts, so it is requested again until it
  // arrives. The button in the note is for browsers that cache a failed import until the page is reloaded
  // (whatwg/html issue 6768).
  const run = async (script) => {
    const note = document.getElementById('code-missing')
    note.querySelector('button').onclick = () => location.reload()
    for (let tries = 1; ; tries++) {
      try {
        await import(script)
        note.hidden = true
        return
      } catch (error) {
        // Other errors come from a script that has arrived.
        if (!(error instanceof TypeError)) throw error
        if (tries === 2) {
          note.hidden = false
          reportError(error)
        }
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
    }
  }
  const fetchScripts = async () => {
    const running = scripts.splice(0).map(run)
    fetchLinks('later')
    if (running.length === 0) return
    // The next step must not slow down this one.
    await Promise.all(running)
    mayBeReplaced = false
    fetchLinks('ahead')
  }
  addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => setTimeout(fetchScripts))
    setTimeout(fetchScripts, 300)
  })
}
