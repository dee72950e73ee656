import '@mantine/core/styles.layer.css'
import './theme/theme.css'
import './shell/shell.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, router } from './router.js'
import { focusOnNavigation } from './shell/between-pages/focus-on-navigation.js'
import { loadPageFiles } from './shell/between-pages/load-page-files.js'
import { reloadAfterUpdate } from './shell/between-pages/reload-after-update.js'
import { theme, themeVariables } from './theme/theme.js'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? ''
// The policy allows styles with this nonce only: Mantine's own, and those that stop the page from scrolling under a dialog.
setNonce(nonce)

/** When the page itself is loaded. */
const NOTICES_AFTER_MS = 2_000

/** Notices wait until this is loaded: they are no part of the first sight of a page. */
const Notices = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, NOTICES_AFTER_MS))
  const { Notices } = await import('./shell/notices.js')
  return { default: Notices }
})

loadPageFiles(router)
focusOnNavigation(router)
reloadAfterUpdate()

/** first-paint.js reads the same key. */
const colours = localStorageColorSchemeManager({ key: 'carillon-color-scheme' })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      colorSchemeManager={colours}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Notices />
        </Suspense>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
