export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const THEME_KEY = 'walkaround.theme'
const dark = matchMedia('(prefers-color-scheme: dark)')

export function currentTheme(): Theme {
  const saved = localStorage.getItem(THEME_KEY)
  return THEMES.find((theme) => theme === saved) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(THEME_KEY, theme)
  applyTheme()
}

export function applyTheme(): void {
  const theme = currentTheme()
  const isDark = theme === 'dark' || (theme === 'system' && dark.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

dark.addEventListener('change', applyTheme)
