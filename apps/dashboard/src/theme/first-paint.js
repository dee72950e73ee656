// Runs before the first paint, so that nobody who chose the dark colours sees a white page first.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('carillon-color-scheme')
  } catch {
    // Without storage the colours follow the system.
  }
  var isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
})()
