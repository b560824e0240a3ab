import { useMutation } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'

/** Opens the billing portal in a new tab. */
export function usePortal(): { open(): void; isOpening: boolean } {
  const portal = useMutation({
    mutationFn: async (tab: Window | null) => {
      const { url } = await call(api.billing.portal, {})
      // Without a new tab, which the browser may refuse, it opens here.
      ;(tab ?? window).location.assign(url)
    },
    onError: (_error, tab) => tab?.close(),
  })
  return {
    open: () => {
      if (portal.isPending) return
      // At once, while the browser still knows of the press: later it would be taken for a pop-up.
      const tab = window.open('about:blank', '_blank')
      if (tab) tab.opener = null
      portal.mutate(tab)
    },
    isOpening: portal.isPending,
  }
}
