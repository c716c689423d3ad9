// Sets the chosen theme before the first paint. A classic script of its own, because the page runs no inline script.
try {
  const theme = localStorage.getItem('ui_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the device's own theme holds.
}
