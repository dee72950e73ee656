import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** Shade 8 is the accent of theme.css in light colours, and shade 7 in dark colours. */
const ACCENT: MantineColorsTuple = [
  '#e9f1fb',
  '#cfe0f7',
  '#a9c9f2',
  '#8ab8ff',
  '#5c97e6',
  '#4484db',
  '#3575d2',
  '#2768c9',
  '#0a5fc4',
  '#084c9e',
]

/** A transition is drawn in more frames, of which the first waits for all that opens. */
const AT_ONCE = { duration: 0 }

const DIALOG = {
  // Its element is that of the page's header, of which there is one.
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': 'Close' },
  transitionProps: AT_ONCE,
}

export const theme = createTheme({
  components: {
    Modal: { defaultProps: DIALOG },
    Drawer: { defaultProps: DIALOG },
    Menu: { defaultProps: { transitionProps: AT_ONCE } },
  },
  primaryColor: 'accent',
  colors: { accent: ACCENT },
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'md',
  radius: { sm: '0.375rem', md: 'var(--radius-control)', lg: 'var(--radius-box)', xl: 'var(--radius-panel)' },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-code)',
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.35' },
    },
  },
})

/** Mantine's own colours become those of theme.css, which change with the colour scheme themselves. */
export const themeVariables: CSSVariablesResolver = () => ({ variables: {}, light: COLOURS, dark: COLOURS })

const COLOURS = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--inset)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--field-line)',
  '--mantine-color-disabled': 'var(--inset)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--line)',
  ...named('accent', { text: 'link', filled: 'accent', surface: 'accent-surface' }),
  ...named('blue', { text: 'link', filled: 'accent', surface: 'accent-surface' }),
  ...named('red', { text: 'bad', filled: 'bad-filled', surface: 'bad-surface' }),
  ...named('green', { text: 'good', filled: 'good-filled', surface: 'good-surface' }),
  ...named('orange', { text: 'doubtful', filled: 'doubtful-filled', surface: 'doubtful-surface' }),
  ...named('gray', { text: 'muted', filled: 'muted-filled', surface: 'inset' }),
}

type Names = { readonly text: string; readonly filled: string; readonly surface: string }

/** The colours of the variants of a component whose `color` has this name. */
function named(color: string, { text, filled, surface }: Names): Record<string, string> {
  const name = (variant: string) => `--mantine-color-${color}-${variant}`
  return {
    [name('text')]: `var(--${text})`,
    [name('filled')]: `var(--${filled})`,
    [name('filled-hover')]: `color-mix(in srgb, var(--${filled}), black 14%)`,
    [name('light')]: `var(--${surface})`,
    [name('light-hover')]: `color-mix(in srgb, var(--${surface}), var(--ink) 6%)`,
    [name('light-color')]: `var(--${text})`,
    [name('outline')]: `var(--${text})`,
    [name('outline-hover')]: `var(--${surface})`,
  }
}
