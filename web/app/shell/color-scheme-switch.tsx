import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useUiState } from '#web/lib/ui-state.ts'
import { useTexts } from './texts.ts'

/** Dark to light and back; kept for the next visit. */
export function ColorSchemeSwitch({ className }: { className?: string }) {
  const t = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const setDarkMode = useUiState((state) => state.setDarkMode)
  const isDark = colorScheme !== 'light'

  const change = () => {
    setColorScheme(isDark ? 'light' : 'dark')
    setDarkMode(!isDark)
  }
  return (
    <ActionIcon
      className={className}
      variant="subtle"
      color="gray"
      size={44}
      onClick={change}
      aria-label={isDark ? t('colorSchemeSwitch.light') : t('colorSchemeSwitch.dark')}
    >
      {isDark ? <IconSun size={20} /> : <IconMoon size={20} />}
    </ActionIcon>
  )
}
