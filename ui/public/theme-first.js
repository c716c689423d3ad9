// Sets the chosen theme before the first paint. A file of its own, because the Content-Security-Policy forbids inline scripts.
try {
  const theme = localStorage.getItem('ui_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the device's theme is used.
}
