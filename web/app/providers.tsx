import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Brand } from '#brands/index.ts'
import type { Me } from '#contract/users.ts'
import { cookieColorSchemeManager } from '#web/lib/color-scheme.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { ThemeProvider } from '#web/ui/theme-provider.tsx'
import { useBrandTheme } from '#web/ui/theme.ts'
import { Notices } from './shell/notices.tsx'

/** Theme, notifications and the query cache, which starts with the person the server knows. */
export function Providers({
  me,
  brand,
  darkMode,
  children,
}: {
  me: Me | null
  brand: Pick<Brand, 'accent' | 'palette'>
  darkMode: boolean
  children: ReactNode
}) {
  const [queryClient] = useState(() => {
    const client = createQueryClient()
    client.setQueryData(queryKeys.me, me)
    return client
  })
  const theme = useBrandTheme(brand)
  return (
    <ThemeProvider theme={theme} colorSchemeManager={cookieColorSchemeManager} darkMode={darkMode}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      <Notices />
    </ThemeProvider>
  )
}
